//! Payloads of what concerns one person. Times are UTC.

use manao_domain::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

/// A person's unread counts, both streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BadgeLive {
    /// Whose; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    /// Of the shop's inbox
    pub unread: i32,
    /// Of the esports notifications
    pub unread_esport: i32,
    pub version: i64,
}

/// Something in one of a person's inboxes is other than it was: read it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxLive {
    /// Whose; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub stream: InboxStream,
    /// The message, where it is one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    pub change: InboxChange,
}

/// Something about a person's account is other than it was: read anew what shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountLive {
    /// Whose; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    /// The word of the entry in the person's own log (`/user-log/revision`): `mobile_verified`
    pub kind: &'static str,
}

text_enum! {
    #[derive(ToSchema)]
    InboxStream {
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
}
