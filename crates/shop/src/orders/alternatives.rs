//! Products that a buyer may take instead of one that could not be delivered.

use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// Most products that one line is offered.
const MOST: i64 = 12;

/// A product of the same price that a line may be exchanged for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlternativeProduct {
    pub id: i64,
    #[serde(skip)]
    pub sku: String,
    pub name: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Text>,
    pub game_id: i64,
    pub game_slug: String,
    pub game_name: Text,
    /// Whether it needs a player that the line does not have: it is of another game
    pub needs_player: bool,
}

/// Returns the products that these lines may be exchanged for, each with its line: of the same price, and of the same game or seller.
pub async fn alternatives(conn: &mut PgConnection, line_ids: &[i64]) -> Result<Vec<(i64, AlternativeProduct)>, Problem> {
    let rows = sqlx::query!(
        r#"select l.id as line_id, o.id, o.sku, o.name_th, o.name_en, o.bonus_th, o.bonus_en, o.game_id, o.slug, o.game_th, o.game_en,
                  o.target = 'player' and o.game_id <> l.game_id as "needs_player!"
           from shop.order_lines l cross join lateral (
             select p.id, p.sku, p.name_th, p.name_en, p.bonus_th, p.bonus_en, p.game_id, g.slug, g.name_th as game_th, g.name_en as game_en,
                    g.target
             from shop.products p join shop.games g on g.id = p.game_id
             where (p.game_id = l.game_id or p.seller_id = l.seller_id) and p.id <> l.product_id
                   and p.price_satang = l.unit_price_satang and p.vat_excluded = l.vat_excluded and p.sale_state = 'active'
                   and coalesce(p.stock >= l.quantity, true) and g.active
                   -- Goods for a number stay with their number.
                   and (g.kind in ('topup', 'voucher') and l.kind in ('topup', 'voucher') or p.game_id = l.game_id)
                   -- The buyer confirmed no other country.
                   and coalesce(g.guide ->> 'regionCode' = l.region, g.guide ->> 'regionCode' is null)
             order by p.game_id <> l.game_id, p.position, p.id limit $2) o
           where l.id = any($1) order by l.id, o.game_id <> l.game_id, o.id"#,
        line_ids,
        MOST
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let bonus = row.bonus_th.zip(row.bonus_en).map(|(th, en)| Text::new(th, en));
        let (name, game_name) = (Text::new(row.name_th, row.name_en), Text::new(row.game_th, row.game_en));
        let (game_id, game_slug, needs_player) = (row.game_id, row.slug, row.needs_player);
        (row.line_id, AlternativeProduct { id: row.id, sku: row.sku, name, bonus, game_id, game_slug, game_name, needs_player })
    });
    Ok(rows.collect())
}
