//! Orders to every node: a right was lost.

use serde::{Deserialize, Serialize};

/// Ends sockets or subscriptions on every node, and keeps them from coming back with a token or grant issued before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Control {
    /// Signed out or session revoked: its sockets close with 4401.
    EndSession {
        /// Session id as in [`crate::token::AccessClaims::sid`].
        sid: String,
    },
    /// Suspended or deleted: all sockets of the user close with 4403.
    EndUser {
        /// User id.
        user: String,
    },
    /// The user left the team, was removed or replaced: the subscription ends, the socket stays open.
    EndTopic {
        /// User id; empty ends it for everyone.
        user: String,
        /// The topic.
        topic: String,
    },
    /// The user lost a right on which others depend: all subscriptions by grant end as if the grants had expired, and the sockets stay open.
    /// Where the user still has the right, a grant issued later resumes it.
    EndGrants {
        /// User id.
        user: String,
    },
    /// Not an order: every withdrawn right that could still be used has been published before this, in this life of the bus's memory.
    Primed {
        /// Epoch of the control topic that this is about.
        epoch: String,
    },
}
