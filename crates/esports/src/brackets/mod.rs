//! Brackets: the draw of each stage, its matches and results, tables and boards.
//!
//! Stored are the draw, decisions and exits; the engine (`manao_domain::bracket`) derives everything else. Match rows hold derived state
//! so that it can be queried.

mod active_entrants;
mod answer;
pub mod attention;
mod cache;
mod decision;
mod disqualify;
mod downstream;
mod draw;
mod group_result;
mod groups;
mod history;
mod http;
mod http_matches;
mod layout;
pub mod live;
mod pages;
mod play;
mod prizes;
mod publish;
mod qualify;
mod ranked;
mod ranking;
mod results;
pub mod room;
pub mod room_state;
pub mod rounds;
mod scores;
mod share;
mod stage_http;
mod stages;
mod store;
mod survivor;
mod survivor_close;
mod survivor_map;
mod survivor_view;
mod swap;
mod tell;
pub mod tell_match;
mod ties;
mod view;
mod view_results;
mod withdrawal;
mod write;

use utoipa_axum::routes;

use crate::refusals::{DRAWN, OVER, RULING};
use crate::things::{self, RUN};
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, Role};
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use active_entrants::still_in;
pub use decision::DecisionContext;
pub use play::{score, settle};
pub use publish::lock_rosters;
pub(crate) use ranking::CORRECTION;
pub use room_state::refused_now;
pub use stages::{advance, entrants_changed, undrawn, version};
pub use view_results::{MatchDecided, MatchShort};
pub use withdrawal::{forfeits, leave};

pub use draw::{DrawOrder, DrawSubmission};
pub use group_result::GroupClosing;
pub use play::MatchScore;
pub use prizes::{WinnerSent, WinnersSent};
pub use publish::DrawStage;
pub use survivor_map::{SurvivorMapSent, SurvivorResultSent};
pub use view::{Bracket, BracketEntrant, BracketMatch, BracketSlot, DrawMethod, DrawPin, MatchGame, MatchSide, MatchState};

/// The operations of staff. The demo uses them to draw and play its tournaments.
pub mod run {
    pub use super::answer::read;
    pub use super::draw::{generate, submit};
    pub use super::group_result::{TieResolution, submit as close_group};
    pub use super::play::submit as submit_score;
    pub use super::prizes::announce;
    pub use super::publish::send;
    pub use super::ranking::{decidable_until, finish};
    pub use super::stages::advance;
    pub use super::survivor_map::submit as submit_map;
}

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(
            routes!(http::get),
            Who::Anyone.refuses(&[&[tournament_not_found, stage_not_found, bracket_not_found, too_many_requests]]),
        )
        .call(routes!(http::list_moments), Who::Anyone.refuses(&[&[tournament_not_found, stage_not_found, bracket_not_found]]))
        .call(
            routes!(http::generate),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), RUN).refuses(&[
                OVER,
                &[stage_not_found, previous_stage_open, bracket_impossible, groups_impossible],
                &[bracket_published, bracket_submitted, bracket_changed],
            ]),
        )
        .call(
            routes!(http::submit),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), RUN).refuses(&[
                OVER,
                DRAWN,
                &[stage_not_found, bracket_not_found, bracket_changed, bracket_published, bracket_submitted, match_touched],
            ]),
        )
        .call(
            routes!(http::send),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), RUN).refuses(&[
                OVER,
                DRAWN,
                &[stage_not_found, bracket_not_submitted, bracket_changed],
            ]),
        )
        .call(
            routes!(stage_http::submit_map),
            Who::Verified.over(&things::MATCH, Named::Path("match_id"), RUN).refuses(&[
                OVER,
                &[match_not_survivor, match_changed, map_published, survivor_ended, match_results_fall, prize_paid],
            ]),
        )
        .call(
            routes!(stage_http::submit_prizes),
            Who::Verified
                .over(&things::TOURNAMENT, Named::Path("id"), &[Role::Promoter])
                .refuses(&[OVER, &[tournament_changed, prize_paid]]),
        )
        .call(
            routes!(stage_http::submit_winners),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), &[Role::Promoter]).refuses(&[&[
                tournament_cancelled,
                tournament_changed,
                matches_open,
                stage_open,
                prize_paid,
            ]]),
        )
        .call(
            routes!(stage_http::submit_to_ranking),
            Who::Verified
                .over(&things::TOURNAMENT, Named::Body("id"), &[Role::Promoter])
                .refuses(&[OVER, &[matches_open, stage_open]]),
        )
        .call(
            routes!(http_matches::update),
            Who::Verified.over(&things::TOURNAMENT, Named::Body("id"), RUN).refuses(&[&[
                tournament_changed,
                tournament_cancelled,
                tournament_over,
                tournaments_limit,
                promoter_required,
            ]]),
        )
        .call(
            routes!(http_matches::cancel),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), &[Role::Promoter]).refuses(&[&[tournament_over]]),
        )
        .call(
            routes!(http_matches::reset_score),
            Who::Verified.over(&things::MATCH, Named::Path("matchId"), RUN).refuses(&[
                OVER,
                RULING,
                &[match_no_result, match_changed],
            ]),
        )
        .call(
            routes!(http_matches::disqualify),
            Who::Verified.over(&things::MATCH, Named::Path("matchId"), RUN).refuses(&[
                OVER,
                RULING,
                &[match_not_ready, entry_over, entrant_not_out, player_in_other_entry],
            ]),
        )
        .call(
            routes!(http_matches::submit_group_result),
            Who::Verified.over(&things::MATCH, Named::Path("match_id"), RUN).refuses(&[
                OVER,
                &[match_not_in_group, match_of_many, group_open, group_closed, group_not_tied, cut_tie, prize_paid],
            ]),
        );
    Feature {
        jobs: vec![job::<tell::TellDraw>(), job::<stages::TellQualified>(), job::<tell_match::TellMatch>()],
        periodic_tasks: vec![every(scores::RENEWED_EVERY, "brackets.scores", scores::renew_changed)],
        pages: pages::sources(),
        ..feature.emits::<live::BracketLive>().emits::<room_state::MatchNow>().emits::<attention::MatchStuck>()
    }
}
