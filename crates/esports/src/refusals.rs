//! Error codes shared by several endpoints.

use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

pub use manao_people::refusals::FILE;

pub const MEMBER: &[Code] = &[team_member_not_found, team_self];
pub const JOINING: &[Code] = &[team_disbanded, team_full, team_own_tournament];
pub const OFFER: &[Code] = &[offer_over, offer_not_yours];
/// Codes for a tournament that is over.
pub const OVER: &[Code] = &[tournament_cancelled, tournament_over];
pub const ENTERING: &[Code] = &[
    tournament_not_found,
    registration_not_open,
    registration_closed,
    tournament_invitation_required,
    tournament_entry_refused,
    captain_required,
    players_too_few,
    team_not_found,
];
/// Codes for people who cannot play in a tournament, and for rosters that do not fit it.
pub const PLAYERS: &[Code] = &[
    players_count_invalid,
    player_not_in_team,
    player_in_other_entry,
    player_suspended,
    promoter_cannot_enter,
    education_level_invalid,
    university_mismatch,
    school_mismatch,
];
/// Codes for a result that cannot be changed.
pub const RULING: &[Code] = &[match_of_many, match_results_fall, prize_paid];
/// Codes for a time that cannot be agreed.
pub const TIMES: &[Code] = &[captain_acts, match_of_many, match_not_open, time_taken];
pub const PROPOSING: &[Code] = &[too_many_requests, proposal_replaced, proposal_own];
/// Codes for a draw that cannot be final.
pub const DRAWN: &[Code] = &[draw_too_early, bracket_entrants_changed];
