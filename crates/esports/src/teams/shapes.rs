//! What the calls answer of teams and people. Public names and pictures only: never an e-mail address, a number or a full name.

use chrono::{DateTime, Utc};
use manao_domain::registration::EntrantStatus;
use manao_domain::team::{OfferKind, OfferStatus};
use manao_domain::text_enum;
use manao_domain::tournament::Phase;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::Live;
use manao_kernel::text::Text;

/// A person as anybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamSummary {
    pub id: i64,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// How many
    pub members: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Team {
    pub id: i64,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    pub created_at: DateTime<Utc>,
    /// Send back with an update
    pub version: i64,
    pub disbanded: bool,
    pub member_count: i64,
    /// At most this many
    pub member_limit: i64,
    /// Captain first
    pub members: Vec<TeamMember>,
    pub record: TeamRecord,
    /// Running ones first, at most 20
    pub tournaments: Vec<TeamEntry>,
    /// Of the reader, if a member
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<TeamMe>,
    /// For members, with who of them is here
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Live>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamMember {
    #[serde(flatten)]
    pub person: Person,
    pub captain: bool,
    /// Acts as captain while the captain is suspended; shown to members only
    pub acting: bool,
    /// Told to members only
    pub suspended: bool,
    pub joined_at: DateTime<Utc>,
    /// Has asked to leave; shown to members only
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leave_requested_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamMe {
    /// `captain` acts for the team
    pub role: TeamRole,
    /// When they asked to leave
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leave_requested_at: Option<DateTime<Utc>>,
}

text_enum! {
    #[derive(ToSchema)]
    TeamRole {
        Captain = "captain",
        Member = "member",
    }
}

/// Decided matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TeamRecord {
    pub wins: i64,
    pub losses: i64,
}

/// A tournament that a team or a person entered.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamEntry {
    pub tournament_id: i64,
    pub name: Text,
    #[schema(value_type = Phase)]
    pub phase: Phase,
    /// Of the entry
    pub status: EntrantStatus,
    pub start_at: DateTime<Utc>,
    pub game_slug: String,
    /// The place in the final ranking of a finished tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// How many were ranked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrants: Option<i64>,
}

/// An invitation into a team, or a request to join one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MembershipOffer)]
pub struct Offer {
    pub id: i64,
    pub kind: OfferKind,
    pub status: OfferStatus,
    pub team: TeamSummary,
    pub user: Person,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = MembershipOffers)]
pub struct Offers {
    pub items: Vec<Offer>,
}

/// What waits for me.
#[derive(Serialize, ToSchema)]
#[schema(as = MyMembershipOffers)]
pub struct MyOffers {
    /// Mine to join a team
    pub requests: Vec<Offer>,
    pub invitations: Vec<Offer>,
}

text_enum! {
    #[derive(ToSchema)]
    JoinStatus {
        /// The captain is asked
        Requested = "requested",
        /// An invitation was waiting
        Joined = "joined",
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = TeamJoin)]
pub struct Join {
    pub status: JoinStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TeamLeaving)]
pub struct Leaving {
    /// At once; otherwise the captain is asked
    pub left: bool,
    /// When it happens if nobody answers
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_at: Option<DateTime<Utc>>,
}

/// Somebody who may be invited.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamCandidate {
    #[serde(flatten)]
    pub person: Person,
    /// In some team already
    pub in_team: bool,
    /// By the team that was asked about
    pub invited: bool,
    /// Asks to join it
    pub requested: bool,
}

#[derive(Serialize, ToSchema)]
pub struct TeamCandidates {
    /// At most 20
    pub items: Vec<TeamCandidate>,
}

/// A person in esports, as anybody sees them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    #[serde(flatten)]
    pub person: Person,
    /// In the reader's language, told to who is logged in; for pupils and people not known to be of age, visible only to themselves and to
    /// staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub academy_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamSummary>,
    /// Running ones first, at most 20
    pub tournaments: Vec<TeamEntry>,
    pub record: TeamRecord,
}
