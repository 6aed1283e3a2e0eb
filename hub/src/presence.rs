//! The users in a topic, over all nodes. Each node sends the others its own list when it changes and periodically, and, much more often, a
//! single sign of life for all topics. The users of a node that falls silent are not shown; a list that is not repeated is forgotten.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

/// One node's knowledge of the users in a topic.
#[derive(Default)]
pub(crate) struct Presence {
    /// Local users and their sockets here.
    local: HashMap<Arc<str>, u32>,
    remote: HashMap<u64, (Instant, Vec<String>)>,
    /// The list last sent to the room.
    pub sent: Vec<String>,
    /// The list last sent to the other nodes.
    shared: Vec<String>,
    /// The list has to be sent even if it did not change.
    due: bool,
    /// The other nodes have to be asked for their lists.
    asking: bool,
}

impl Presence {
    /// Returns true if the list changed.
    pub fn enter(&mut self, user: &Arc<str>) -> bool {
        let sockets = self.local.entry(user.clone()).or_insert(0);
        *sockets += 1;
        *sockets == 1
    }

    /// Returns true if the list changed.
    pub fn leave(&mut self, user: &Arc<str>) -> bool {
        match self.local.get_mut(user) {
            Some(sockets) if *sockets > 1 => {
                *sockets -= 1;
                false
            }
            Some(_) => self.local.remove(user).is_some(),
            None => false,
        }
    }

    pub fn update(&mut self, node: u64, users: Vec<String>) {
        if users.is_empty() {
            self.remote.remove(&node);
        } else {
            self.remote.insert(node, (Instant::now(), users));
        }
    }

    /// Forgets nodes that fell silent. Returns true if there were any.
    pub fn expire(&mut self, silence: Duration) -> bool {
        let before = self.remote.len();
        self.remote.retain(|_, (heard, _)| heard.elapsed() < silence);
        self.remote.len() != before
    }

    /// Creates a list for a room that had none: the other nodes are asked for theirs.
    pub fn asking() -> Self {
        Self { asking: true, ..Self::default() }
    }

    /// Notes that the other nodes have asked for the list.
    pub fn answer(&mut self) {
        self.due = true;
    }

    /// Returns the list for the other nodes, and whether they are asked to answer; None if nothing is to be sent.
    pub fn take_changes(&mut self) -> Option<(Vec<String>, bool)> {
        let users = self.local_users();
        let ask = std::mem::take(&mut self.asking);
        if !std::mem::take(&mut self.due) && !ask && users == self.shared {
            return None;
        }
        self.shared.clone_from(&users);
        Some((users, ask))
    }

    fn local_users(&self) -> Vec<String> {
        let users: BTreeSet<&str> = self.local.keys().map(|user| &**user).collect();
        users.into_iter().map(str::to_owned).collect()
    }

    /// Returns all users but those of `dead` nodes, sorted, each once.
    pub fn users(&self, dead: impl Fn(u64) -> bool) -> Vec<String> {
        let local = self.local.keys().map(|user| user.to_string());
        let living = self.remote.iter().filter(|(node, _)| !dead(**node));
        let remote = living.flat_map(|(_, (_, users))| users.iter().cloned());
        local.chain(remote).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_a_person_once_however_many_sockets_and_nodes() {
        let (mut presence, ann) = (Presence::default(), Arc::from("ann"));
        assert!(presence.enter(&ann));
        assert!(!presence.enter(&ann));
        presence.update(2, vec!["ann".into(), "bob".into()]);
        assert_eq!(presence.users(|_| false), ["ann", "bob"]);
        assert_eq!(presence.users(|node| node == 2), ["ann"]);
        assert!(!presence.leave(&ann));
        assert!(presence.leave(&ann) && !presence.leave(&ann));
        assert!(presence.expire(Duration::ZERO) && presence.users(|_| false).is_empty());
    }
}
