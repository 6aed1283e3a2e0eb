//! Inbox events for a person's open pages.

use manao_domain::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::{LiveEvent, topics};

/// A person's unread counts of both streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BadgeLive {
    /// Owner of the counts; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    /// Unread messages in the shop's inbox
    pub unread: i32,
    /// Unread esports notifications
    pub unread_esport: i32,
    pub version: i64,
}

/// A change in one of a person's inboxes: reload it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxLive {
    /// Owner of the inbox; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub stream: Stream,
    /// The message, when the change is about a single one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    pub change: InboxChange,
}

text_enum! {
    #[derive(ToSchema)]
    #[schema(as = InboxStream)]
    Stream {
        Shop = "shop",
        Esports = "esports",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InboxChange {
    Written,
    Read,
    ReadAll,
    Deleted,
    Restored,
    /// The question of the message was answered, or can no longer be answered
    Answered,
}

impl LiveEvent for BadgeLive {
    const NAME: &'static str = "badge.changed";
    const ABOUT: &'static str = "State of `badge:{id}`";

    fn topic(&self) -> String {
        topics::badge(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

impl LiveEvent for InboxLive {
    const NAME: &'static str = "inbox.changed";
    const ABOUT: &'static str = "Entry in `user:{id}`: one of the person's inboxes changed";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
