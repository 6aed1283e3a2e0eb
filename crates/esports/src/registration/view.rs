//! An entry, its players and lists of entries, as the API shows them.

use chrono::{DateTime, Utc};
use manao_domain::document::DocumentKind;
use manao_domain::profile::EducationLevel;
use manao_domain::registration::{EntrantStatus, PlayerRole};
use manao_domain::text_enum;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::teams::TeamSummary;
use crate::tournaments::{TournamentCard, TournamentNeeds};
use manao_kernel::access::Role;
use manao_kernel::live::Live;
use manao_kernel::problem::Notice;
use manao_kernel::text::Text;

text_enum! {
    /// The kind of a player's missing part.
    #[derive(ToSchema)]
    LackKind {
        GameId = "game_id",
        /// School or university, in the profile
        School = "school",
        Document = "document",
        Kyc = "kyc",
        /// Something else in the profile
        Profile = "profile",
        /// The date of birth
        Age = "age",
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerLack {
    pub what: LackKind,
    /// Kind of the document, for `document`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<DocumentKind>,
    #[serde(flatten)]
    pub notice: Notice,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerAcademy {
    pub id: i64,
    pub name: Text,
}

/// A person who could play, and what is still missing.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerReadiness {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub captain: bool,
    /// The ID last entered for this game
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub education_level: Option<EducationLevel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub academy: Option<PlayerAcademy>,
    pub kyc: bool,
    /// Kinds that the person keeps with their profile
    pub documents: Vec<DocumentKind>,
    pub missing: Vec<PlayerLack>,
    /// The reason why they cannot play at all
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Notice>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReadyPlayers {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamSummary>,
    pub players: Vec<PlayerReadiness>,
}

text_enum! {
    /// The result of a document's check by staff.
    #[derive(ToSchema)]
    DocumentCheck {
        Valid = "valid",
        Invalid = "invalid",
    }
}

/// The effect of a check on its entry.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentChecked {
    /// Version of the entry
    pub version: i64,
}

/// A document requested from a player, uploaded or not.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerDocument {
    pub kind: DocumentKind,
    /// Only shown to its owner, the promoter and co-promoters; opened by `/user/document/view/{id}`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub document_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<DocumentCheck>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryPlayer {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub role: PlayerRole,
    pub game_id: String,
    /// Nothing is missing, and nothing prevents it
    pub ready: bool,
    pub missing: Vec<PlayerLack>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Notice>,
    /// No longer in the team
    pub left: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminded_at: Option<DateTime<Utc>>,
    pub documents: Vec<PlayerDocument>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntryStep {
    /// Kind as in the tournament's log, such as `entry_sent` or `entrant_approved`
    pub kind: String,
    pub at: DateTime<Utc>,
    /// Status of the entry after this step
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<EntrantStatus>,
    /// The reason that was given
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

text_enum! {
    /// The next step of an entry.
    #[derive(ToSchema)]
    EntryNextKind {
        /// The captain completes and submits it
        Complete = "complete",
        /// Players add their missing parts; the entry then moves on automatically
        Documents = "documents",
        /// Staff review it
        Review = "review",
        /// It waits for a free place
        WaitingList = "waiting_list",
        /// Documents are incorrect
        FixDocuments = "fix_documents",
        Draw = "draw",
        Play = "play",
        None = "none",
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntryNext {
    pub kind: EntryNextKind,
    /// Time of the step, or its deadline
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
}

/// A team's or a person's entry in a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub id: i64,
    pub tournament_id: i64,
    pub stage: i32,
    pub status: EntrantStatus,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// Place in the waiting list
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<DateTime<Utc>>,
    pub players: Vec<EntryPlayer>,
    /// Missing parts of the entry as a whole
    pub missing: Vec<Notice>,
    /// Given with the last decision
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locked_at: Option<DateTime<Utc>>,
    pub version: i64,
    /// Version of the tournament's counts of entrants, including this entry
    pub entries_version: i64,
    pub steps: Vec<EntryStep>,
    pub next: EntryNext,
}

/// The viewer's status in a tournament.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentMe {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    pub may_enter: bool,
    /// The reasons why the viewer may not enter
    pub refusals: Vec<Notice>,
    /// Only shown to staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs_you: Option<TournamentNeeds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff_live: Option<Live>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct JoinedEntry {
    pub id: i64,
    pub status: EntrantStatus,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i64>,
}

/// A tournament that the viewer entered, or plays in.
#[derive(Debug, Serialize, ToSchema)]
pub struct JoinedTournament {
    pub tournament: TournamentCard,
    pub entry: JoinedEntry,
    pub next: EntryNext,
}

/// The outcome for one entry.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryDecided {
    pub id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<EntrantStatus>,
    /// Version of the entry after this decision
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Notice>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntriesDecided {
    /// In the order of the request
    pub items: Vec<EntryDecided>,
    /// Version of the tournament's counts of entrants, including these decisions
    pub entries_version: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct EntryDocuments {
    pub players: Vec<EntryPlayer>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeSent {
    /// Number of people notified
    pub sent: usize,
}

text_enum! {
    #[derive(ToSchema)]
    NumberRegistered {
        /// A number is confirmed, and the ID card number is on file
        Yes = "yes",
        /// No number is confirmed
        No = "no",
        /// A number is confirmed, but no ID card number is on file
        Unknown = "unknown",
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerNumber {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub registered: NumberRegistered,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerNumbers {
    pub items: Vec<PlayerNumber>,
}

/// A team or person that could be invited to a tournament.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitable {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    pub eligible: bool,
    /// The reasons why not
    pub reasons: Vec<Notice>,
    pub invited: bool,
}

/// The outcome of inviting one team or person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationMade {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    pub invited: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Notice>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationsMade {
    pub items: Vec<InvitationMade>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Qualifier {
    pub entrant_id: i64,
    pub name: String,
    /// Seed in that stage, for a qualifier
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<i32>,
    /// Origin: `A1` is the first of group A, `M3` the winner of match 3
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Qualifiers {
    /// Version of the bracket; must be sent back with a change
    pub version: i64,
    pub items: Vec<Qualifier>,
}

/// A line of the desk's table of entries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskEntrant {
    pub id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<Text>,
    pub status: EntrantStatus,
    /// Place in the waiting list
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i64>,
    /// Number of main players, out of `required`
    pub players: i64,
    pub required: i32,
    /// A letter for each required document of each player: `v` valid, `w` waiting for a check, `m` missing, `i` incorrect
    pub pips: String,
    /// Whether a player's game ID is also in another entry: mistyped, or one account for two
    pub game_id_elsewhere: bool,
    /// The later stages that it is in
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    pub version: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskEntrants {
    pub items: Vec<DeskEntrant>,
    /// Number of entries in each status
    pub counts: std::collections::BTreeMap<EntrantStatus, i64>,
    /// Version of the bracket, including the entrants of its stages; must be sent back with a change of them
    pub bracket_version: i64,
    pub live: Live,
}
