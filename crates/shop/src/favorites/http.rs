//! The calls of favourites, earlier player IDs and saved ones.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::refusals::PLAYER;
use manao_kernel::access::{ActiveMember, Member, Who};
use manao_kernel::problem::codes::*;
use manao_kernel::{Feature, limits};

use super::players::{self, EarlierPlayer};
use super::saved::{self, SavePlayer, SavedPlayer};
use super::store::{self, Favorite};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Problem, Query};

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(list), Who::Member)
        .call(routes!(add), Who::Active.refuses(&[&[game_not_found]]))
        .call(routes!(delete), Who::Active.refuses(&[&[game_not_found]]))
        .call(routes!(get_game_id), Who::Member.refuses(&[&[game_not_found]]))
        .call(routes!(list_players), Who::Member)
        .call(
            routes!(save_player),
            Who::Active.refuses(&[
                PLAYER,
                &[game_not_found, saved_player_not_found, saved_player_exists, saved_players_limit, too_many_requests],
            ]),
        )
        .call(routes!(delete_player), Who::Member)
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FavoriteList {
    #[serde(flatten)]
    page: Page<Favorite>,
    /// All favourites, not only this page's
    game_ids: Vec<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FavoriteIds {
    game_ids: Vec<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayersByGame {
    game_id: i64,
}

/// My favourite games, most recently added first
#[utoipa::path(get, path = "/user-favorite/get-by", tag = "favorites", params(Paging), responses((status = 200, body = FavoriteList)))]
async fn list(State(app): State<App>, member: Member, Query(paging): Query<Paging>) -> Result<Json<FavoriteList>, Problem> {
    let items = store::list(&app.db, member.user_id, paging, app.now()).await?;
    let game_ids = store::ids(&app.db, member.user_id).await?;
    let total = i64::try_from(game_ids.len()).map_err(Problem::internal)?;
    Ok(Json(FavoriteList { page: Page::new(paging, items, total), game_ids }))
}

/// Add a game to my favourites
#[utoipa::path(post, path = "/user-favorite/add", tag = "favorites", request_body = PlayersByGame, responses((status = 200, body = FavoriteIds)))]
async fn add(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<PlayersByGame>,
) -> Result<Json<FavoriteIds>, Problem> {
    store::add(&app.db, member.user_id, request.game_id, app.now()).await?;
    Ok(Json(FavoriteIds { game_ids: store::ids(&app.db, member.user_id).await? }))
}

/// Remove a game from my favourites
#[utoipa::path(post, path = "/user-favorite/delete", tag = "favorites", request_body = PlayersByGame, responses((status = 200, body = FavoriteIds)))]
async fn delete(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<PlayersByGame>,
) -> Result<Json<FavoriteIds>, Problem> {
    store::delete(&app.db, member.user_id, request.game_id).await?;
    Ok(Json(FavoriteIds { game_ids: store::ids(&app.db, member.user_id).await? }))
}

/// Player IDs of a game that I topped up before, most recently used first
#[utoipa::path(post, path = "/user/get-game-id", tag = "favorites", params(Paging), request_body = PlayersByGame, responses((status = 200, body = Page<EarlierPlayer>)))]
async fn get_game_id(
    State(app): State<App>,
    member: Member,
    Query(paging): Query<Paging>,
    Json(request): Json<PlayersByGame>,
) -> Result<Json<Page<EarlierPlayer>>, Problem> {
    players::earlier(&app.db, member.user_id, request.game_id, paging).await.map(Json)
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PlayersQuery {
    /// Only of this game
    game_id: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct SavedPlayers {
    items: Vec<SavedPlayer>,
}

#[derive(Debug, Deserialize, ToSchema)]
struct DeletePlayer {
    id: i64,
}

/// My saved players, most recently used first
///
/// At most fifty.
#[utoipa::path(get, path = "/user/players", tag = "favorites", params(PlayersQuery), responses((status = 200, body = SavedPlayers)))]
async fn list_players(
    State(app): State<App>,
    member: Member,
    Query(asked): Query<PlayersQuery>,
) -> Result<Json<SavedPlayers>, Problem> {
    Ok(Json(SavedPlayers { items: saved::list(&app.db, member.user_id, asked.game_id).await? }))
}

/// Save a player, or change a saved one
///
/// The partner is asked for the player's name. Returns all saved players.
#[utoipa::path(post, path = "/user/players/save", tag = "favorites", request_body = SavePlayer, responses((status = 200, body = SavedPlayers)))]
async fn save_player(
    State(app): State<App>,
    member: ActiveMember,
    Json(wanted): Json<SavePlayer>,
) -> Result<Json<SavedPlayers>, Problem> {
    app.limit(limits::SAVE_PLAYER, member.user_id)?;
    saved::save(&app, member.user_id, &wanted).await?;
    Ok(Json(SavedPlayers { items: saved::list(&app.db, member.user_id, None).await? }))
}

/// Delete a saved player
///
/// A player that is already gone is no error. Returns the others.
#[utoipa::path(post, path = "/user/players/delete", tag = "favorites", request_body = DeletePlayer, responses((status = 200, body = SavedPlayers)))]
async fn delete_player(
    State(app): State<App>,
    member: Member,
    Json(request): Json<DeletePlayer>,
) -> Result<Json<SavedPlayers>, Problem> {
    saved::delete(&app, member.user_id, request.id).await?;
    Ok(Json(SavedPlayers { items: saved::list(&app.db, member.user_id, None).await? }))
}
