//! Answers about teams and people. Public names and pictures only: never an e-mail address, a number or a full name.

use chrono::{DateTime, Utc};
use manao_domain::registration::EntrantStatus;
use manao_domain::team::{OfferKind, OfferStatus};
use manao_domain::text_enum;
use manao_domain::tournament::Phase;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::Live;
use manao_kernel::text::Text;

/// A person's public data.
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
    /// Number of members
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
    /// Must be sent back with an update
    pub version: i64,
    pub disbanded: bool,
    pub member_count: i64,
    /// Most members of a team
    pub member_limit: i64,
    /// The captain first
    pub members: Vec<TeamMember>,
    pub record: TeamRecord,
    /// Running ones first, at most 20
    pub tournaments: Vec<TeamEntry>,
    /// The viewer's membership, if a member
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<TeamMe>,
    /// For members, including who is online
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Live>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamMember {
    #[serde(flatten)]
    pub person: Person,
    pub captain: bool,
    /// Acts as captain while the captain is suspended; only shown to members
    pub acting: bool,
    /// Only shown to members
    pub suspended: bool,
    pub joined_at: DateTime<Utc>,
    /// Time at which a request to leave is granted without an answer; only shown to members
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamMe {
    /// `captain` acts for the team
    pub role: TeamRole,
    /// Time at which the request to leave is granted without an answer
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_at: Option<DateTime<Utc>>,
}

text_enum! {
    #[derive(ToSchema)]
    TeamRole {
        Captain = "captain",
        Member = "member",
    }
}

/// Counts of decided matches.
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
    /// Status of the entry
    pub status: EntrantStatus,
    pub start_at: DateTime<Utc>,
    pub game_slug: String,
    /// The place in the final ranking of a finished tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// Number of ranked entrants
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrants: Option<i64>,
}

/// An invitation to a team, or a request to join one.
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

/// The caller's pending offers.
#[derive(Serialize, ToSchema)]
#[schema(as = MyMembershipOffers)]
pub struct MyOffers {
    /// The caller's requests to join a team
    pub requests: Vec<Offer>,
    pub invitations: Vec<Offer>,
}

text_enum! {
    #[derive(ToSchema)]
    JoinStatus {
        /// The captain has been asked
        Requested = "requested",
        /// An invitation was pending
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
    /// Whether the member has left at once; otherwise the captain is asked
    pub left: bool,
    /// Time at which the member leaves if nobody answers
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_at: Option<DateTime<Utc>>,
}

/// A person who may be invited.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamCandidate {
    #[serde(flatten)]
    pub person: Person,
    /// Already in some team
    pub in_team: bool,
    /// Invited by the given team
    pub invited: bool,
    /// Has a request to join the given team
    pub requested: bool,
}

#[derive(Serialize, ToSchema)]
pub struct TeamCandidates {
    /// At most 20
    pub items: Vec<TeamCandidate>,
}

/// A person's public data in esports.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    #[serde(flatten)]
    pub person: Person,
    /// In the viewer's language; only shown to logged-in users. For pupils and people not known to be of age, only visible to themselves
    /// and to operators
    #[serde(skip_serializing_if = "Option::is_none")]
    pub academy_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamSummary>,
    /// Running ones first, at most 20
    pub tournaments: Vec<TeamEntry>,
    pub record: TeamRecord,
}
