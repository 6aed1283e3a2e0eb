//! A message as everybody in its thread sees it.

use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use manao_kernel::live::Live;

text_enum! {
    /// On whose behalf somebody writes.
    #[derive(ToSchema)]
    MessageSide {
        Home = "home",
        Away = "away",
        /// Who runs the tournament
        Staff = "staff",
        /// In a thread with those who run the tournament
        Entrant = "entrant",
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadMessage {
    pub id: i64,
    pub thread_id: i64,
    /// From 1 without gaps
    pub seq: i64,
    /// `text`, `broadcast`, or a step of the match (`time_proposed`)
    pub kind: String,
    /// Whose message it is; none: the clock's
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<MessageSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// Of the author, as it was then
    pub name: String,
    /// Plain text, foul words masked; none of a step, nor, but for those who run the tournament, of one that is hidden
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub pictures: Vec<MessagePicture>,
    /// Of a step
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<RepliedMessage>,
    pub at: DateTime<Utc>,
    /// As its sender named it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub client_id: Option<Uuid>,
    /// Taken out of sight by those who run the tournament
    pub hidden: bool,
    /// For those who run the tournament: how many people reported it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<i64>,
    /// For those who run the tournament: what was reported of it, the first one first; not by whom
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flagged: Vec<MessageFlag>,
    /// For those who run the tournament: as it was sent, where something in it is masked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
}

text_enum! {
    /// What is wrong with a message.
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
    /// Nobody has hidden the message since, nor said that it stays
    pub waits: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MessagePicture {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub width: i32,
    pub height: i32,
}

/// The message that one answers, in short.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepliedMessage {
    pub seq: i64,
    pub name: String,
    pub text: String,
}

/// How far each side has read, whoever of it; only the sides of the thread are named.
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
    /// By `seq`, rising
    pub items: Vec<ThreadMessage>,
    /// Of the newest message; 0: there is none
    pub last_seq: i64,
    /// There are earlier ones; asked with `after`: later ones
    pub more: bool,
    pub read: ReadMarks,
    /// The `seq` up to which the asker has read
    pub mine: i64,
    /// Whose messages the asker does not want to see
    pub muted: Vec<i64>,
    pub live: Live,
}

/// A message to be sent: a text, pictures or both.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageNew {
    /// Plain text, at most 1,000 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_domain::talk::LONGEST))))]
    pub text: Option<String>,
    /// At most 4 of the sender's own, uploaded for this thread
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub pictures: Vec<Uuid>,
    /// Named by the sender: sent again, it is answered with the message that there is
    #[schema(value_type = String)]
    pub client_id: Uuid,
    /// The `seq` of the message that this one answers
    #[serde(default)]
    pub reply_to: Option<i64>,
}

/// An entrant as those who run the tournament choose whom to talk to.
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
    /// Messages of the entrant that the asker has not read
    pub unread: i64,
    /// Messages that were reported and wait to be judged
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
