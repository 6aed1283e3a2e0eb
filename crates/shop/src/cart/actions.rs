//! The changes of a cart. Each first locks the cart's row, so that two at once wait for each other and the limits hold. The change is
//! written, read back and checked as a whole, and not committed when it breaks the limits.

use chrono::{DateTime, Utc};
use manao_domain::cart::{self, CartEntry, LineToPrice, check_quantity};
use manao_domain::product::{ProductState, Target};
use sqlx::PgConnection;

use super::live::CartLive;
use super::players::{self, Goods, Rule};
use super::selection::{self, PricedLine};
use super::{refusal, store};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Code, Problem, codes};

/// Number of lines of a visitor's cart that are considered.
const MOST_MERGED: usize = 100;

/// A cart at current prices, amounts not yet calculated.
pub struct Items {
    pub lines: Vec<PricedLine>,
    pub version: i64,
}

#[derive(Clone)]
pub struct NewItem {
    pub product_id: i64,
    pub quantity: i64,
    pub player_id: Option<String>,
    pub server: Option<String>,
}

pub struct VisitorItem {
    pub item: NewItem,
    pub seen_price_satang: i64,
}

/// The part of a visitor's item that was not added: its `quantity` is that many pieces.
pub struct LeftOut {
    pub item: NewItem,
    pub why: Code,
}

pub async fn read(app: &App, conn: &mut PgConnection, now: DateTime<Utc>, user_id: i64) -> Result<Items, Problem> {
    // The version is read first: lines read afterwards may be newer than it, never older.
    let version = sqlx::query_scalar!("select version from shop.carts where user_id = $1", user_id)
        .fetch_optional(&mut *conn)
        .await?
        .unwrap_or(0);
    let lines = store::cart(app, conn, now, user_id).await?;
    Ok(Items { lines, version })
}

/// # Errors
/// The errors of a product that cannot be bought, of its player, and of the cart's limits.
pub async fn add(app: &App, user_id: i64, item: NewItem) -> Result<Items, Problem> {
    check_quantity(item.product_id, item.quantity, &selection::limits(app)).map_err(refusal)?;
    let product = sqlx::query!(
        r#"select p.sale_state as "state: ProductState", p.unfunded and p.state = 'active' as "unfunded!", p.sku, g.active, g.partner_code, g.partner_game, g.target as "target: Target", g.needs_server, g.player_pattern,
                  case when g.server_typed then g.server_pattern end as typed_server
           from shop.products p join shop.games g on g.id = p.game_id where p.id = $1"#,
        item.product_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or_else(|| Problem::new(codes::product_not_found).param("productId", item.product_id))?;
    if !product.active || product.state == ProductState::Withdrawn {
        return Err(codes::product_withdrawn.into());
    }
    if product.unfunded {
        return Err(codes::product_paused.into());
    }
    if product.state == ProductState::SoldOut {
        return Err(codes::product_sold_out.into());
    }
    let rule = Rule {
        target: product.target,
        needs_server: product.needs_server,
        pattern: product.player_pattern.as_deref(),
        typed_server: product.typed_server.as_deref(),
    };
    let own =
        players::own_number(&mut *app.db.acquire().await?, Some(user_id), product.target, item.player_id.as_deref()).await?;
    let (player_id, server) = rule.check(own.as_deref().or(item.player_id.as_deref()), item.server.as_deref())?;
    let is_number = product.target == Target::Number;
    if is_number && item.quantity != 1 {
        return Err(Problem::new(codes::number_quantity).param("productId", item.product_id));
    }
    let goods =
        Goods { target: product.target, partner: &product.partner_code, game: &product.partner_game, sku: Some(&product.sku) };
    let player = match &player_id {
        Some(id) => Some(players::find(app, &goods, id, server.as_deref()).await?),
        None => None,
    };

    let mut change = app.change().await?;
    let version = take(&mut change, user_id).await?;
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into shop.cart_items (user_id, product_id, player_id, server, player_name, server_name, quantity, seen_price_satang, added_at)
         select $1, p.id, $3, $4, $5, $6, $7, p.price_satang, $8 from shop.products p where p.id = $2
         on conflict (user_id, product_id, player_id, server)
         do update set quantity = case when $9 then 1 else cart_items.quantity + excluded.quantity end, player_name = excluded.player_name, server_name = excluded.server_name
         returning id",
        user_id,
        item.product_id,
        player_id.unwrap_or_default(),
        server.unwrap_or_default(),
        player.as_ref().map(|player| player.display_name.as_str()),
        player.as_ref().and_then(|player| player.server_name.as_deref()),
        i32::try_from(item.quantity).map_err(|_| codes::quantity_invalid)?,
        now,
        is_number,
    )
    .fetch_one(change.conn())
    .await?;
    let items = settle(&mut change, user_id, version, id).await?;
    change.commit().await?;
    Ok(items)
}

/// # Errors
/// `cart_item_not_found`, also for somebody else's item; when the quantity grows, the errors of [`add`].
pub async fn set_quantity(app: &App, user_id: i64, item_id: i64, quantity: i64) -> Result<Items, Problem> {
    check_quantity(item_id, quantity, &selection::limits(app)).map_err(refusal)?;
    let quantity = i32::try_from(quantity).map_err(|_| codes::quantity_invalid)?;
    let mut change = app.change().await?;
    let version = take(&mut change, user_id).await?;
    let before = sqlx::query_scalar!(
        r#"update shop.cart_items set quantity = $3 where id = $1 and user_id = $2 returning old.quantity as "quantity!""#,
        item_id,
        user_id,
        quantity
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or_else(|| Problem::new(codes::cart_item_not_found).param("cartItemId", item_id))?;
    let items = if quantity > before {
        settle(&mut change, user_id, version, item_id).await?
    } else {
        // Lowering a quantity is always fine, even when a price rise has put the cart over its limit.
        let mut lines = store::cart(app, change.conn(), app.now(), user_id).await?;
        agree(&mut change, &mut lines, item_id).await?;
        Items { lines, version }
    };
    change.commit().await?;
    Ok(items)
}

pub async fn delete(app: &App, user_id: i64, item_id: i64) -> Result<Items, Problem> {
    let mut change = app.change().await?;
    let version = take(&mut change, user_id).await?;
    sqlx::query!("delete from shop.cart_items where id = $1 and user_id = $2", item_id, user_id).execute(change.conn()).await?;
    let lines = store::cart(app, change.conn(), app.now(), user_id).await?;
    change.commit().await?;
    Ok(Items { lines, version })
}

/// Merges a visitor's cart into the member's; see [`cart::merge`]. Items that do not fit are left out rather than refused, and returned as
/// they were sent.
pub async fn merge(app: &App, user_id: i64, mut incoming: Vec<VisitorItem>) -> Result<(Items, Vec<LeftOut>), Problem> {
    let beyond = incoming.split_off(incoming.len().min(MOST_MERGED));
    let mut left_out: Vec<LeftOut> =
        beyond.into_iter().map(|VisitorItem { item, .. }| LeftOut { item, why: codes::cart_items_limit }).collect();
    let products = products_of(app, &incoming).await?;
    let (mut visitor, mut items) = (Vec::new(), Vec::new());
    for VisitorItem { item, seen_price_satang } in incoming {
        match proper(&products, &item, seen_price_satang) {
            Ok(entry) => {
                visitor.push(entry);
                items.push(item);
            }
            Err(problem) => left_out.push(LeftOut { item, why: problem.code() }),
        }
    }

    let mut change = app.change().await?;
    let version = take(&mut change, user_id).await?;
    let member = sqlx::query!(
        "select product_id, player_id, server, quantity, seen_price_satang from shop.cart_items where user_id = $1 order by id",
        user_id
    )
    .fetch_all(change.conn())
    .await?;
    let member: Vec<CartEntry> = member
        .into_iter()
        .map(|row| CartEntry {
            product_id: row.product_id,
            player_id: row.player_id,
            server: row.server,
            quantity: row.quantity.into(),
            seen_price: manao_domain::Satang(row.seen_price_satang),
        })
        .collect();
    let merged = cart::merge(&member, &visitor, &selection::limits(app));
    for cut in merged.left_out {
        if let Some(item) = items.get(cut.index) {
            left_out.push(LeftOut { item: NewItem { quantity: cut.quantity, ..item.clone() }, why: refusal(cut.refusal).code() });
        }
    }
    let (mut products, mut players, mut servers, mut quantities, mut prices) = (vec![], vec![], vec![], vec![], vec![]);
    for entry in merged.entries {
        products.push(entry.product_id);
        players.push(entry.player_id);
        servers.push(entry.server);
        quantities.push(i32::try_from(entry.quantity).unwrap_or(i32::MAX));
        prices.push(entry.seen_price.0);
    }
    let now = change.now();
    sqlx::query!(
        "insert into shop.cart_items (user_id, product_id, player_id, server, quantity, seen_price_satang, added_at)
         select $1, product_id, player_id, server, quantity, seen_price, $2
         from unnest($3::bigint[], $4::text[], $5::text[], $6::int[], $7::bigint[])
              with ordinality as entry (product_id, player_id, server, quantity, seen_price, position) order by position
         on conflict (user_id, product_id, player_id, server)
         do update set quantity = excluded.quantity, seen_price_satang = excluded.seen_price_satang",
        user_id,
        now,
        &products,
        &players,
        &servers,
        &quantities,
        &prices
    )
    .execute(change.conn())
    .await?;
    let lines = store::cart(app, change.conn(), app.now(), user_id).await?;
    change.commit().await?;
    Ok((Items { lines, version }, left_out))
}

/// A product's requirements for a line, and whether it is for sale.
struct Product {
    id: i64,
    sold: bool,
    target: Target,
    needs_server: bool,
    player_pattern: Option<String>,
    typed_server: Option<String>,
}

async fn products_of(app: &App, incoming: &[VisitorItem]) -> sqlx::Result<Vec<Product>> {
    let ids: Vec<i64> = incoming.iter().map(|incoming| incoming.item.product_id).collect();
    sqlx::query_as!(
        Product,
        r#"select p.id, p.state <> 'withdrawn' and g.active as "sold!", g.target as "target: Target", g.needs_server, g.player_pattern,
                  case when g.server_typed then g.server_pattern end as typed_server
           from shop.products p join shop.games g on g.id = p.game_id where p.id = any($1)"#,
        &ids
    )
    .fetch_all(&app.db)
    .await
}

/// Turns a visitor's item into a line, for a product that is sold here and a valid player.
///
/// # Errors
/// `product_not_found`, `product_withdrawn`, `player_id_invalid`, `mobile_number_invalid`, `server_required`, `server_unknown`.
fn proper(products: &[Product], item: &NewItem, seen_price_satang: i64) -> Result<CartEntry, Problem> {
    let product = products.iter().find(|product| product.id == item.product_id).ok_or(codes::product_not_found)?;
    if !product.sold {
        return Err(codes::product_withdrawn.into());
    }
    let rule = Rule {
        target: product.target,
        needs_server: product.needs_server,
        pattern: product.player_pattern.as_deref(),
        typed_server: product.typed_server.as_deref(),
    };
    let (player_id, server) = rule.check(item.player_id.as_deref(), item.server.as_deref())?;
    Ok(CartEntry {
        product_id: item.product_id,
        player_id: player_id.unwrap_or_default(),
        server: server.unwrap_or_default(),
        // A number has a package once.
        quantity: if product.target == Target::Number { item.quantity.min(1) } else { item.quantity },
        seen_price: manao_domain::Satang(seen_price_satang),
    })
}

/// Removes the ordered items from the cart.
pub async fn remove_bought(change: &mut Change, user_id: i64, item_ids: &[i64]) -> Result<(), Problem> {
    if item_ids.is_empty() {
        return Ok(());
    }
    take(change, user_id).await?;
    sqlx::query!("delete from shop.cart_items where user_id = $1 and id = any($2)", user_id, item_ids)
        .execute(change.conn())
        .await?;
    Ok(())
}

/// Locks the cart for this change, and tells the member's other pages; returns its new version.
async fn take(change: &mut Change, user_id: i64) -> Result<i64, Problem> {
    let version = sqlx::query_scalar!(
        "insert into shop.carts (user_id) values ($1) on conflict (user_id) do update set version = carts.version + 1 returning version",
        user_id
    )
    .fetch_one(change.conn())
    .await?;
    change.emit(&CartLive { user_id, version })?;
    Ok(version)
}

/// Reads the cart back and checks it as a whole, and the line that grew separately; its current price counts as accepted.
async fn settle(change: &mut Change, user_id: i64, version: i64, grown: i64) -> Result<Items, Problem> {
    let app = change.app().clone();
    let mut lines = store::cart(&app, change.conn(), app.now(), user_id).await?;
    let to_price: Vec<LineToPrice> = lines.iter().map(PricedLine::to_price).collect();
    cart::check(&to_price, &selection::limits(&app), app.settings.vat()).map_err(refusal)?;
    if let Some(line) = lines.iter().find(|line| line.cart_item_id == Some(grown)) {
        line.ensure_buyable()?;
    }
    agree(change, &mut lines, grown).await?;
    Ok(Items { lines, version })
}

/// Marks the line's current price as seen.
async fn agree(change: &mut Change, lines: &mut [PricedLine], item_id: i64) -> Result<(), Problem> {
    let Some(line) = lines.iter_mut().find(|line| line.cart_item_id == Some(item_id)) else { return Ok(()) };
    if line.seen_price_satang == Some(line.unit_price_satang) {
        return Ok(());
    }
    line.seen_price_satang = Some(line.unit_price_satang);
    line.flash_ended = false;
    sqlx::query!("update shop.cart_items set seen_price_satang = $2 where id = $1", item_id, line.unit_price_satang)
        .execute(change.conn())
        .await?;
    Ok(())
}
