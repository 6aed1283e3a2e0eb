//! Codes by which several calls refuse.

use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

pub use manao_people::refusals::FILE;

pub const MEMBER: &[Code] = &[team_member_not_found, team_self];
pub const JOINING: &[Code] = &[team_disbanded, team_full, team_own_tournament];
pub const OFFER: &[Code] = &[offer_over, offer_not_yours];
/// A tournament that nothing is done to any more.
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
/// People who cannot play in a tournament, and rosters that do not fit it.
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
/// What keeps a result from being changed.
pub const RULING: &[Code] = &[match_of_many, match_results_fall, prize_paid];
/// What keeps a time from being agreed.
pub const TIMES: &[Code] = &[captain_acts, match_of_many, match_not_open, time_taken];
pub const PROPOSING: &[Code] = &[too_many_requests, proposal_replaced, proposal_own];
/// What keeps a draw from being final.
pub const DRAWN: &[Code] = &[draw_too_early, bracket_entrants_changed];
