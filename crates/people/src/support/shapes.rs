//! Threads and their entries as members and staff see them.

use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::attached::{AttachedOrder, AttachedTournament};
use manao_kernel::live::Live;

text_enum! {
    /// The topic of a thread.
    #[derive(ToSchema)]
    SupportTopic {
        Order = "order",
        Payment = "payment",
        Account = "account",
        Tournament = "tournament",
        Content = "content",
        Other = "other",
    }
}

text_enum! {
    #[derive(ToSchema)]
    SupportState {
        /// The member waits for an answer
        Waiting = "waiting",
        /// Staff have answered
        Answered = "answered",
        Closed = "closed",
    }
}

text_enum! {
    /// A side of a thread.
    #[derive(ToSchema)]
    SupportSide {
        Member = "member",
        Staff = "staff",
    }
}

text_enum! {
    /// The kind of an entry.
    #[derive(ToSchema)]
    SupportEntry {
        Text = "text",
        Closed = "closed",
        Reopened = "reopened",
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SupportPicture {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub width: i32,
    pub height: i32,
}

/// A message of a thread, or an event in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportMessage {
    /// Number from 1, without gaps
    pub seq: i32,
    pub kind: SupportEntry,
    /// Side of the author; absent when the thread was closed automatically
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SupportSide>,
    /// Name of the author; only for staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Plain text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub pictures: Vec<SupportPicture>,
    pub at: DateTime<Utc>,
}

/// The member who opened a thread, for staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportMember {
    pub user_id: i64,
    pub name: String,
    /// Language of the member's mails
    pub language: String,
    /// Verified address
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Verified number, masked: `08x-xxx-5678`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_number: Option<String>,
    pub suspended: bool,
}

/// A thread with the newest part of its entries.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportThread {
    pub id: i64,
    pub topic: SupportTopic,
    pub subject: String,
    pub state: SupportState,
    /// Rises with every entry; sent with an answer, and to close or reopen the thread
    pub version: i64,
    pub created_at: DateTime<Utc>,
    /// The order that it is about
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<AttachedOrder>,
    /// The tournament that it is about
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<AttachedTournament>,
    /// Path of the page from which it was written
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// In ascending order of `seq`
    pub items: Vec<SupportMessage>,
    pub last_seq: i32,
    /// Whether there are earlier entries
    pub more: bool,
    /// The `seq` up to which the member has read
    pub read_seq: i32,
    /// Only for staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<SupportMember>,
    pub live: Live,
}

/// A thread in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportThreadSummary {
    pub id: i64,
    pub topic: SupportTopic,
    pub subject: String,
    pub state: SupportState,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament_id: Option<i64>,
    pub created_at: DateTime<Utc>,
    /// Time of its newest entry
    pub updated_at: DateTime<Utc>,
    /// Time since which the member waits for an answer
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting_since: Option<DateTime<Utc>>,
    /// Beginning of the newest message; empty if it has pictures only
    pub last_text: String,
    pub last_side: SupportSide,
    /// Number of answers that the member has not read
    pub unread: i64,
    /// Only for staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_name: Option<String>,
}

/// A new thread with its first message.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportThreadNew {
    pub topic: SupportTopic,
    /// One line
    #[schema(extensions(("maxLength" = json!(manao_domain::support::SUBJECT))))]
    pub subject: String,
    /// Plain text
    #[schema(extensions(("maxLength" = json!(manao_domain::support::TEXT))))]
    pub text: String,
    /// Pictures of the member, uploaded for support
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub pictures: Vec<Uuid>,
    /// An order of the member; not together with `tournamentId`
    #[serde(default)]
    pub order_number: Option<String>,
    /// A public tournament
    #[serde(default)]
    pub tournament_id: Option<i64>,
    /// Path of this site from which it is written
    #[serde(default)]
    pub page: Option<String>,
    /// Chosen by the sender; a repeated request returns the existing thread
    #[schema(value_type = String)]
    pub client_id: Uuid,
}

/// A message of the member: a text, pictures or both.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportMessageNew {
    /// Plain text
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_domain::support::TEXT))))]
    pub text: Option<String>,
    /// Pictures of the sender, uploaded for support
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub pictures: Vec<Uuid>,
    /// Chosen by the sender; a repeated request changes nothing more
    #[schema(value_type = String)]
    pub client_id: Uuid,
}

/// An answer of staff: a text, pictures or both.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportAnswerNew {
    /// Plain text
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_domain::support::TEXT))))]
    pub text: Option<String>,
    /// Pictures of the sender, uploaded for support
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub pictures: Vec<Uuid>,
    /// Chosen by the sender; a repeated request changes nothing more
    #[schema(value_type = String)]
    pub client_id: Uuid,
    /// Version of the thread that was looked at
    pub version: i64,
}
