//! Live events of threads.

use serde::Serialize;
use utoipa::ToSchema;

use super::shapes::{ReadMarks, ThreadMessage};
use manao_kernel::live::{LiveEvent, topics};

/// The room or thread that a message belongs to.
#[derive(Clone, Copy, Debug)]
pub enum ThreadScope {
    Match(i64),
    Entrant(i64),
}

impl ThreadScope {
    pub fn topic(self) -> String {
        match self {
            Self::Match(id) => topics::match_room(id),
            Self::Entrant(id) => topics::entrant(id),
        }
    }
}

impl ThreadScope {
    pub fn match_id(self) -> Option<i64> {
        if let Self::Match(id) = self { Some(id) } else { None }
    }

    pub fn entrant_id(self) -> Option<i64> {
        if let Self::Entrant(id) = self { Some(id) } else { None }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MessageLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub place: ThreadScope,
    #[serde(flatten)]
    pub message: ThreadMessage,
}

impl LiveEvent for MessageLive {
    const NAME: &'static str = "message.posted";
    const ABOUT: &'static str = "Entry in `match:{id}` and `entrant:{id}`: a new message of the thread";

    fn topic(&self) -> String {
        self.place.topic()
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

/// A message was hidden, or shown again.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageHiddenLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub place: ThreadScope,
    pub thread_id: i64,
    pub seq: i64,
    pub hidden: bool,
}

impl LiveEvent for MessageHiddenLive {
    const NAME: &'static str = "message.hidden";
    const ABOUT: &'static str = "Entry in `match:{id}` and `entrant:{id}`: a message was taken out of sight, or brought back";

    fn topic(&self) -> String {
        self.place.topic()
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

/// New read marks of the sides that are present.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageReadLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub place: ThreadScope,
    pub thread_id: i64,
    #[serde(flatten)]
    pub read: ReadMarks,
}

impl LiveEvent for MessageReadLive {
    const NAME: &'static str = "message.read";
    const ABOUT: &'static str = "Entry in `match:{id}` and `entrant:{id}`: how far a side has read";

    fn topic(&self) -> String {
        self.place.topic()
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

/// A new message in an entrant's thread.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub tournament_id: i64,
    pub contestant_id: i64,
    pub thread_id: i64,
    pub last_seq: i64,
}

impl LiveEvent for ThreadLive {
    const NAME: &'static str = "thread.changed";
    const ABOUT: &'static str = "Entry in `tournament:{id}:staff`: an entrant's thread got a message; of a broadcast, which is in all of them, `broadcast.progress` tells";

    fn topic(&self) -> String {
        topics::tournament_staff(self.tournament_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
