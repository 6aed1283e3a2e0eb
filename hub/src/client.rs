//! A client's position in each topic it listens to, as docs/REALTIME.md defines it. For programs that listen, and for tests.

use std::time::Duration;

use crate::frame::TopicEvent;
use crate::topic::Kind;

/// Returns how long a client waits for anything from the hub, by the heartbeat of its `welcome`, before it connects elsewhere.
pub const fn patience(heartbeat_ms: u64) -> Duration {
    Duration::from_millis(heartbeat_ms.saturating_mul(2))
}

/// A client's position in a topic; empty before it has joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamPosition {
    pub epoch: String,
    pub offset: u64,
}

/// The hub broke its contract.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Broken(String);

impl StreamPosition {
    /// Returns the epoch and offset to send when joining again.
    pub fn resumes(&self) -> (Option<String>, Option<u64>) {
        let known = !self.epoch.is_empty();
        (known.then(|| self.epoch.clone()), known.then_some(self.offset))
    }

    /// Handles `subscribed`. Returns true if its events are to be applied and nothing is missing; false if the topic must be reloaded by REST.
    ///
    /// # Errors
    /// If the events do not continue where the last one ended.
    pub fn joined(&mut self, kind: Kind, told: (&str, u64, bool), events: &[TopicEvent]) -> Result<bool, Broken> {
        let (epoch, offset, recovered) = told;
        if recovered && kind == Kind::Log {
            let whole = events.iter().zip(self.offset + 1..).all(|(event, next)| event.offset == next);
            if epoch != self.epoch || !whole || offset != self.offset + events.len() as u64 {
                return Err(Broken(format!("recovered at {epoch} {offset} with {} events after {self:?}", events.len())));
            }
        }
        (self.epoch, self.offset) = (epoch.to_owned(), offset);
        Ok(recovered)
    }

    /// Handles an event. Snapshots of a state may have been merged, events of a log never are.
    ///
    /// # Errors
    /// If an event is missing before it, or it came before.
    pub fn event(&mut self, kind: Kind, offset: u64) -> Result<(), Broken> {
        let next = self.offset + 1;
        if offset != next && (kind == Kind::Log || offset < next) {
            return Err(Broken(format!("event {offset} after {self:?}")));
        }
        self.offset = offset;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::StreamPosition;
    use crate::topic::Kind;

    #[test]
    fn a_log_goes_on_by_one_and_a_state_forward() {
        let mut place = StreamPosition::default();
        assert!(!place.joined(Kind::Log, ("a", 7, false), &[]).unwrap());
        place.event(Kind::Log, 8).unwrap();
        assert!(place.event(Kind::Log, 8).is_err());
        assert!(place.event(Kind::Log, 10).is_err());
        assert!(place.joined(Kind::Log, ("a", 9, true), &[]).is_err());
        assert!(place.joined(Kind::Log, ("b", 8, true), &[]).is_err());
        assert!(place.joined(Kind::Log, ("a", 8, true), &[]).unwrap());
        assert_eq!(place.resumes(), (Some("a".into()), Some(8)));
        place.event(Kind::State, 12).unwrap();
        assert!(place.event(Kind::State, 12).is_err());
    }
}
