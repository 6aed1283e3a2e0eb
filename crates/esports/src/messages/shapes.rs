//! A message as everybody in its thread sees it.

use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use manao_kernel::live::Live;

text_enum! {
    /// The side that a user writes for.
    #[derive(ToSchema)]
    MessageSide {
        Home = "home",
        Away = "away",
        /// Staff of the tournament
        Staff = "staff",
        /// The entrant, in its thread with staff
        Entrant = "entrant",
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadMessage {
    pub id: i64,
    pub thread_id: i64,
    /// Number from 1, without gaps
    pub seq: i64,
    /// `text`, `broadcast`, or a step of the match (`time_proposed`)
    pub kind: String,
    /// The side of the author; None for the scheduler
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<MessageSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// Name of the author at that time
    pub name: String,
    /// Plain text with foul words masked; absent for a step and, except for staff, for a hidden message
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub pictures: Vec<MessagePicture>,
    /// Data of a step
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<RepliedMessage>,
    pub at: DateTime<Utc>,
    /// Id chosen by its sender
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub client_id: Option<Uuid>,
    /// Whether staff have hidden it
    pub hidden: bool,
    /// Number of people who reported it; only for staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<i64>,
    /// Reports of the message, the first one first, without their authors; only for staff
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flagged: Vec<MessageFlag>,
    /// The text as it was sent, if something in it is masked; only for staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
}

text_enum! {
    /// The kind of problem with a message.
    #[derive(ToSchema)]
    ReportReason {
        Abuse = "abuse",
        Spam = "spam",
        Cheating = "cheating",
        Other = "other",
    }
}

/// A report of a message.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MessageFlag {
    pub reason: ReportReason,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether nobody has since hidden the message, or decided that it stays
    pub waits: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MessagePicture {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub width: i32,
    pub height: i32,
}

/// The message that is replied to, in short.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepliedMessage {
    pub seq: i64,
    pub name: String,
    pub text: String,
}

/// The number up to which each side has read, by any of its people; only for the sides of the thread.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct ReadMarks {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<i64>,
}

impl ReadMarks {
    pub fn set(&mut self, side: MessageSide, seq: i64) {
        *match side {
            MessageSide::Home => &mut self.home,
            MessageSide::Away => &mut self.away,
            MessageSide::Staff => &mut self.staff,
            MessageSide::Entrant => &mut self.entrant,
        } = Some(seq);
    }
}

/// A part of a thread.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MessageThread)]
pub struct ThreadPage {
    pub thread_id: i64,
    /// In ascending order of `seq`
    pub items: Vec<ThreadMessage>,
    /// Number of the newest message; 0 if there is none
    pub last_seq: i64,
    /// Whether there are earlier messages; with `after`, later ones
    pub more: bool,
    pub read: ReadMarks,
    /// The `seq` up to which the caller has read
    pub mine: i64,
    /// Users whose messages the caller has muted
    pub muted: Vec<i64>,
    pub live: Live,
}

/// Request body of a message: a text, pictures or both.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageNew {
    /// Plain text, at most 1,000 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_domain::talk::LONGEST))))]
    pub text: Option<String>,
    /// At most 4 pictures of the sender, uploaded for this thread
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub pictures: Vec<Uuid>,
    /// Chosen by the sender; a repeated request returns the existing message
    #[schema(value_type = String)]
    pub client_id: Uuid,
    /// The `seq` of the message that this one replies to
    #[serde(default)]
    pub reply_to: Option<i64>,
}

/// An entrant in the staff's list of threads.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntrantThread {
    pub contestant_id: i64,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<i64>,
    /// Messages of the entrant that the caller has not read
    pub unread: i64,
    /// Reported messages without a decision
    pub reported: i64,
    pub last_seq: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<LastMessage>,
}

/// The newest message of a thread, in short.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LastMessage {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<MessageSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub kind: String,
    pub at: DateTime<Utc>,
}
