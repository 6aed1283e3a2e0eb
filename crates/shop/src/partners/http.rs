//! The partners' calls.

use axum::extract::State;
use manao_domain::msisdn::Msisdn;
use manao_domain::product::{ProductKind, ProductState, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cart::CartQuantity;
use crate::cart::players::{self, Goods, Rule};
use crate::number_consents;
use crate::providers::partners::Partners;
use manao_kernel::access::{ClientAddress, MaybeMember};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Problem, codes};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameServersRequest {
    game_id: i64,
}

#[derive(Serialize, ToSchema)]
pub struct GameServers {
    /// Empty for a game without servers, and for one whose servers are typed
    items: Vec<GameServer>,
}

#[derive(Serialize, ToSchema)]
pub struct GameServer {
    code: String,
    name: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerCheckRequest {
    game_id: i64,
    /// A player ID, or a Thai mobile number in any common format where the game's target is a number
    player_id: String,
    server: Option<String>,
    /// The package that a number is checked for; without it, the game's first
    product_id: Option<i64>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerFound {
    /// The ID in the game's own spelling; a mobile number as `0812345678`
    player_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<String>,
    /// The server's name as players know it
    #[serde(skip_serializing_if = "Option::is_none")]
    server_name: Option<String>,
    /// The name in the game, for the buyer to recognise; a mobile number, masked
    display_name: String,
    /// The number's owner must agree before I can order for it; absent for players and for visitors
    #[serde(skip_serializing_if = "Option::is_none")]
    consent_needed: Option<bool>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockRequest {
    product_id: i64,
    quantity: CartQuantity,
}

#[derive(Serialize, ToSchema)]
pub struct StockAnswer {
    /// Enough are in stock now; only an order reserves them
    available: bool,
    /// Pieces left, where stock is counted
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining: Option<i64>,
}

struct Game {
    partner_code: String,
    partner_game: String,
    target: Target,
    needs_server: bool,
    player_pattern: Option<String>,
    typed_server: Option<String>,
}

async fn game(app: &App, game_id: i64) -> Result<Game, Problem> {
    let game = sqlx::query_as!(
        Game,
        r#"select partner_code, partner_game, target as "target: Target", needs_server, player_pattern, case when server_typed then server_pattern end as typed_server
           from shop.games where id = $1 and active"#,
        game_id
    )
    .fetch_optional(&app.db)
    .await?;
    game.ok_or_else(|| codes::game_not_found.into())
}

/// A game's servers
///
/// Open servers only; cached for a minute.
#[utoipa::path(post, path = "/topup/get-list-server-by", tag = "partners", request_body = GameServersRequest,
    responses((status = 200, body = GameServers)))]
pub async fn list_servers(State(app): State<App>, Json(request): Json<GameServersRequest>) -> Result<Json<GameServers>, Problem> {
    let game = game(&app, request.game_id).await?;
    if !game.needs_server || game.typed_server.is_some() {
        return Ok(Json(GameServers { items: Vec::new() }));
    }
    let servers = players::servers(&app, &game.partner_code, &game.partner_game).await?;
    let open = servers.iter().filter(|server| server.open);
    let items = open.map(|server| GameServer { code: server.id.clone(), name: server.name.clone() });
    Ok(Json(GameServers { items: items.collect() }))
}

/// Does this player exist, or can this number have the package?
///
/// Returns the name in the game. A player for whom the game refuses top-ups is refused with the reason, such as `player_active_pass`; so is a
/// mobile number, such as `number_wrong_network`. Rate limited.
#[utoipa::path(post, path = "/topup/validate-user", tag = "partners", request_body = PlayerCheckRequest,
    responses((status = 200, body = PlayerFound)))]
pub async fn validate_player(
    State(app): State<App>,
    member: MaybeMember,
    address: ClientAddress,
    Json(request): Json<PlayerCheckRequest>,
) -> Result<Json<PlayerFound>, Problem> {
    let game = game(&app, request.game_id).await?;
    let rule = Rule {
        target: game.target,
        needs_server: game.needs_server,
        pattern: game.player_pattern.as_deref(),
        typed_server: game.typed_server.as_deref(),
    };
    let user_id = member.0.as_ref().map(|member| member.user_id);
    let own = players::own_number(&mut *app.db.acquire().await?, user_id, game.target, Some(&request.player_id)).await?;
    let wanted = own.as_deref().unwrap_or(&request.player_id);
    let (player_id, server) = rule.check(Some(wanted), request.server.as_deref())?;
    let player_id = player_id.ok_or(codes::player_id_invalid)?;
    not_too_often(&app, &member, address, request.game_id)?;
    let sku = match game.target {
        Target::Number => Some(package(&app, request.game_id, request.product_id).await?),
        Target::Player | Target::None => None,
    };
    let goods = Goods { target: game.target, partner: &game.partner_code, game: &game.partner_game, sku: sku.as_deref() };
    let player = players::find(&app, &goods, &player_id, server.as_deref()).await?;
    let players::FoundPlayer { mut player_id, display_name, server_name } = player;
    let mut consent_needed = None;
    if game.target == Target::Number {
        if let Some(member) = &member.0 {
            let mut conn = app.db.acquire().await?;
            let number = [player_id.clone()];
            consent_needed = Some(!number_consents::missing(&mut conn, member.user_id, &number, app.now()).await?.is_empty());
        }
        player_id = Msisdn::parse(&player_id).map_err(Problem::internal)?.national();
    }
    Ok(Json(PlayerFound { player_id, server, server_name, display_name, consent_needed }))
}

/// Returns the telecom's code of the package, or of the game's first one.
///
/// # Errors
/// 404 `product_not_found`.
async fn package(app: &App, game_id: i64, product_id: Option<i64>) -> Result<String, Problem> {
    let sku = sqlx::query_scalar!(
        "select sku from shop.products where game_id = $1 and ($2::bigint is null or id = $2) and state <> 'withdrawn' order by position, id limit 1",
        game_id,
        product_id
    )
    .fetch_optional(&app.db)
    .await?;
    sku.ok_or_else(|| codes::product_not_found.into())
}

/// Limits the checks, because names could be harvested by trying IDs.
fn not_too_often(app: &App, member: &MaybeMember, address: ClientAddress, game_id: i64) -> Result<(), Problem> {
    app.limit(limits::CHECK_PLAYER_GAME, format!("{game_id} {:?}", address.counted()))?;
    match &member.0 {
        Some(member) => app.limit(limits::CHECK_PLAYER, member.user_id),
        None => app.limit(limits::CHECK_PLAYER_ADDRESS, address.counted()),
    }
}

/// Is enough of it in stock?
#[utoipa::path(post, path = "/voucher/check-stock", tag = "partners", request_body = StockRequest,
    responses((status = 200, body = StockAnswer)))]
pub async fn check_stock(State(app): State<App>, Json(request): Json<StockRequest>) -> Result<Json<StockAnswer>, Problem> {
    if request.quantity.0 < 1 {
        return Err(codes::quantity_invalid.into());
    }
    let product = sqlx::query!(
        r#"select p.sale_state as "state: ProductState", p.stock, p.sku, g.kind as "kind: ProductKind", g.active, g.partner_code
           from shop.products p join shop.games g on g.id = p.game_id where p.id = $1"#,
        request.product_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::product_not_found)?;
    let remaining = match (product.active && product.state == ProductState::Active, product.stock) {
        (false, _) => Some(0),
        (true, Some(own)) => Some(i64::from(own)),
        (true, None) if product.kind == ProductKind::Voucher => {
            Some(Partners::from_app(&app).stock(&product.partner_code, &product.sku).await?)
        }
        (true, None) => None,
    };
    let available = remaining.is_none_or(|left| left >= request.quantity.0);
    Ok(Json(StockAnswer { available, remaining }))
}
