//! The cart's calls. Each returns the whole current cart.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::actions::{self, NewItem};
use super::quantity::CartQuantity;
use super::selection::{self, PricedLine, Totals};
use super::{actions::Items, players, refusal};
use crate::number_consents;
use manao_domain::cart::{LineToPrice, price};
use manao_domain::product::{ProductKind, Target, Unavailable};
use manao_kernel::access::{ActiveMember, Member};
use manao_kernel::app::App;
use manao_kernel::problem::{Code, Json, Problem};
use manao_kernel::text::Text;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cart {
    items: Vec<CartItem>,
    /// Totals of the lines that can be bought now
    totals: Totals,
    /// Number of pieces, for the badge
    count: i64,
    limits: CartLimits,
    /// Increases with every change; the answer with the higher version is newer
    version: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergedCart {
    #[serde(flatten)]
    cart: Cart,
    left_out: Vec<CartLeftOut>,
}

/// The part of a visitor's item that was not added, with its fields as sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartLeftOut {
    product_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    player_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<String>,
    /// Number of pieces that were not added
    quantity: i64,
    /// Reason: `cart_product_limit`, `cart_items_limit`, `quantity_invalid`, `product_withdrawn`, `product_not_found`,
    /// `player_id_invalid`, `mobile_number_invalid`, `server_required`, `server_unknown`
    #[schema(value_type = Code)]
    code: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartItem {
    id: i64,
    product: CartProduct,
    target: Target,
    /// Masked when it is a mobile number
    #[serde(skip_serializing_if = "Option::is_none")]
    player_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<String>,
    /// The server's name as players know it; show it instead of `server`
    #[serde(skip_serializing_if = "Option::is_none")]
    server_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player_name: Option<String>,
    /// The number's owner must agree before it can be ordered; absent where the target is no number
    #[serde(skip_serializing_if = "Option::is_none")]
    consent_needed: Option<bool>,
    quantity: i32,
    /// Current price of one piece
    unit_price_satang: i64,
    /// Price of one piece without a flash sale
    regular_price_satang: i64,
    /// `unitPriceSatang` is the price of a flash sale
    flash_sale: bool,
    /// The price when the item was added or its quantity last set
    seen_price_satang: i64,
    price_changed: bool,
    total_satang: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<LeftOutReason>,
    /// Pieces left, where stock is counted
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining: Option<i32>,
}

/// Reason why an item needs attention. `flash_ended`: it is back at its regular price; setting its quantity accepts that price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    SoldOut,
    Withdrawn,
    FlashEnded,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartProduct {
    id: i64,
    game_id: i64,
    game_slug: String,
    game_name: Text,
    name: Text,
    kind: ProductKind,
    hue: i32,
    motif: String,
    /// The mark on the game's cover
    glyph: String,
    vat_excluded: bool,
    /// The company that sells it; absent if we do
    #[serde(skip_serializing_if = "Option::is_none")]
    seller: Option<String>,
    /// ISO 3166 code of the country that the account must belong to, `TH`; the order must confirm it
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartLimits {
    /// Number of lines
    max_items: i64,
    /// Number of pieces of one product
    max_of_one: i64,
    max_total_satang: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddToCart {
    product_id: i64,
    quantity: CartQuantity,
    player_id: Option<String>,
    server: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateCartItem {
    item_id: i64,
    quantity: CartQuantity,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteCartItems {
    item_id: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct MergeCart {
    items: Vec<VisitorCartItem>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorCartItem {
    product_id: i64,
    quantity: CartQuantity,
    player_id: Option<String>,
    server: Option<String>,
    /// The price that the visitor saw
    seen_price_satang: i64,
}

/// My cart
#[utoipa::path(get, path = "/cart/get-my-cart", tag = "cart", responses((status = 200, body = Cart)))]
pub async fn get_mine(State(app): State<App>, member: Member) -> Result<Json<Cart>, Problem> {
    let mut conn = app.db.acquire().await?;
    let items = actions::read(&app, &mut conn, app.now(), member.user_id).await?;
    drop(conn);
    cart(&app, member.user_id, items).await.map(Json)
}

/// Add a product to my cart
///
/// Adding the same product for the same player and server raises the quantity of its line. The player is checked with the partner.
#[utoipa::path(post, path = "/cart/add", tag = "cart", request_body = AddToCart, responses((status = 200, body = Cart)))]
pub async fn add(State(app): State<App>, member: ActiveMember, Json(request): Json<AddToCart>) -> Result<Json<Cart>, Problem> {
    let item = NewItem {
        product_id: request.product_id,
        quantity: request.quantity.0,
        player_id: request.player_id,
        server: request.server,
    };
    let items = actions::add(&app, member.user_id, item).await?;
    cart(&app, member.user_id, items).await.map(Json)
}

/// Set a line's quantity
///
/// Setting it also accepts the current price.
#[utoipa::path(post, path = "/cart/update-qunity", tag = "cart", request_body = UpdateCartItem, responses((status = 200, body = Cart)))]
pub async fn update_quantity(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<UpdateCartItem>,
) -> Result<Json<Cart>, Problem> {
    let items = actions::set_quantity(&app, member.user_id, request.item_id, request.quantity.0).await?;
    cart(&app, member.user_id, items).await.map(Json)
}

/// Remove a line
///
/// Removing a line that is already gone is not an error.
#[utoipa::path(post, path = "/cart/delete", tag = "cart", request_body = DeleteCartItems, responses((status = 200, body = Cart)))]
pub async fn delete(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<DeleteCartItems>,
) -> Result<Json<Cart>, Problem> {
    let items = actions::delete(&app, member.user_id, request.item_id).await?;
    cart(&app, member.user_id, items).await.map(Json)
}

/// Merge a visitor's cart into mine
///
/// Called right after logging in. Where both carts have the same line, the larger quantity is kept. Items that exceed the limits, are no
/// longer sold or have no valid player ID are left out and returned with the reason.
#[utoipa::path(post, path = "/cart/create", tag = "cart", request_body = MergeCart, responses((status = 200, body = MergedCart)))]
pub async fn create(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<MergeCart>,
) -> Result<Json<MergedCart>, Problem> {
    let items = request.items.into_iter().map(|item| actions::VisitorItem {
        item: NewItem { product_id: item.product_id, quantity: item.quantity.0, player_id: item.player_id, server: item.server },
        seen_price_satang: item.seen_price_satang,
    });
    let (items, left_out) = actions::merge(&app, member.user_id, items.collect()).await?;
    let left_out = left_out.into_iter().map(CartLeftOut::from).collect();
    Ok(Json(MergedCart { cart: cart(&app, member.user_id, items).await?, left_out }))
}

async fn cart(app: &App, user_id: i64, Items { mut lines, version }: Items) -> Result<Cart, Problem> {
    players::recall(app, &mut lines).await;
    let numbers: Vec<String> =
        lines.iter().filter(|line| line.target == Target::Number).filter_map(|line| line.player_id.clone()).collect();
    let missing = match numbers.is_empty() {
        true => Vec::new(),
        false => number_consents::missing(&mut *app.db.acquire().await?, user_id, &numbers, app.now()).await?,
    };
    let limits = selection::limits(app);
    let to_price: Vec<LineToPrice> = lines.iter().map(PricedLine::to_price).collect();
    let priced = price(&to_price, app.settings.vat()).map_err(|error| refusal(error.into()))?;
    selection::fill(&mut lines, &priced);
    let buyable: Vec<LineToPrice> = lines.iter().filter(|line| line.unavailable.is_none()).map(PricedLine::to_price).collect();
    let totals = price(&buyable, app.settings.vat()).map_err(|error| refusal(error.into()))?.totals;
    Ok(Cart {
        count: lines.iter().map(|line| i64::from(line.quantity)).sum(),
        items: lines.into_iter().map(|line| CartItem::new(line, &missing)).collect(),
        totals: Totals::from(&totals),
        limits: CartLimits { max_items: limits.max_items, max_of_one: limits.max_of_one, max_total_satang: limits.max_total.0 },
        version,
    })
}

impl From<actions::LeftOut> for CartLeftOut {
    fn from(actions::LeftOut { item, why }: actions::LeftOut) -> Self {
        Self {
            product_id: item.product_id,
            player_id: item.player_id,
            server: item.server,
            quantity: item.quantity,
            code: why.name,
        }
    }
}

impl CartItem {
    /// `without_consent`: numbers for which the member lacks a consent.
    fn new(line: PricedLine, without_consent: &[String]) -> Self {
        let is_number = line.target == Target::Number;
        let consent_needed = line.player_id.as_ref().filter(|_| is_number).map(|number| without_consent.contains(number));
        let seen_price_satang = line.seen_price_satang.unwrap_or(line.unit_price_satang);
        let unavailable = match line.unavailable {
            Some(Unavailable::SoldOut) => Some(LeftOutReason::SoldOut),
            Some(Unavailable::Withdrawn) => Some(LeftOutReason::Withdrawn),
            None => line.flash_ended.then_some(LeftOutReason::FlashEnded),
        };
        Self {
            id: line.cart_item_id.unwrap_or_default(),
            target: line.target,
            player_id: if is_number { line.player_name.clone() } else { line.player_id },
            consent_needed,
            server_name: line.server_name.or_else(|| line.server.clone()),
            server: line.server,
            player_name: line.player_name,
            quantity: line.quantity,
            unit_price_satang: line.unit_price_satang,
            regular_price_satang: line.regular_price_satang,
            flash_sale: line.flash_sale_id.is_some(),
            seen_price_satang,
            price_changed: seen_price_satang != line.unit_price_satang,
            total_satang: line.total_satang,
            unavailable,
            remaining: line.stock,
            product: CartProduct {
                id: line.product_id,
                game_id: line.game_id,
                game_slug: line.game_slug,
                game_name: line.game_name,
                name: line.name,
                kind: line.kind,
                seller: line.seller,
                hue: line.hue,
                motif: line.motif,
                glyph: line.glyph,
                vat_excluded: line.vat_excluded,
                region: line.region,
            },
        }
    }
}
