//! Who could play, and what that needs.

use super::view::ReadyPlayers;
use crate::app::App;
use crate::problem::{Lang, Problem};
use manao_domain::tournament::ContestantType;

pub async fn mine(
    _app: &App,
    _user_id: i64,
    _contestant_type: ContestantType,
    _game_id: i64,
    _tournament_id: Option<i64>,
    _lang: Lang,
) -> Result<ReadyPlayers, Problem> {
    Err(Problem::internal("not written yet"))
}

pub async fn of_team(
    _app: &App,
    _team_id: i64,
    _game_id: i64,
    _tournament_id: Option<i64>,
    _lang: Lang,
) -> Result<ReadyPlayers, Problem> {
    Err(Problem::internal("not written yet"))
}
