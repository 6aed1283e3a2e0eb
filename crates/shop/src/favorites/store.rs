//! A person's favourite games.

use chrono::{DateTime, Utc};
use manao_domain::product::ProductKind;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use manao_kernel::paging::Paging;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// A game with the contents of its card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Favorite {
    pub game_id: i64,
    pub slug: String,
    pub name: Text,
    pub publisher: String,
    pub kind: ProductKind,
    pub hue: i32,
    pub motif: String,
    /// The mark on the game's cover
    pub glyph: String,
    /// The lowest price available now, flash sales included; absent when nothing can be bought
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_satang: Option<i64>,
    /// Whether any of its prices excludes VAT
    pub vat_excluded: bool,
}

/// Returns favourites, most recently added first; games no longer shown are left out.
pub async fn list(db: &PgPool, user_id: i64, paging: Paging, now: DateTime<Utc>) -> Result<Vec<Favorite>, Problem> {
    let rows = sqlx::query!(
        r#"select g.id, g.slug, g.name_th, g.name_en, g.publisher, g.kind as "kind: ProductKind", g.hue, g.motif, g.glyph,
                  exists (select from shop.products p where p.game_id = g.id and p.vat_excluded) as "vat_excluded!",
                  (select min(least(p.price_satang,
                          (select min(s.price_satang) from shop.flash_sales s where s.product_id = p.id and s.starts_at <= $4
                           and s.ends_at > $4 and s.taken < s.quantity)))
                   from shop.products p where p.game_id = g.id and p.sale_state = 'active' and p.stock is distinct from 0) as from_satang
           from shop.user_favorites f join shop.games g on g.id = f.game_id
           where f.user_id = $1 and g.active order by f.added_at desc, g.id limit $2 offset $3"#,
        user_id,
        paging.limit(),
        paging.offset(),
        now
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| Favorite {
        game_id: row.id,
        slug: row.slug,
        name: Text::new(row.name_th, row.name_en),
        publisher: row.publisher,
        kind: row.kind,
        hue: row.hue,
        motif: row.motif,
        glyph: row.glyph,
        from_satang: row.from_satang,
        vat_excluded: row.vat_excluded,
    });
    Ok(items.collect())
}

/// Returns the games' numbers, for the hearts.
pub async fn ids(db: &PgPool, user_id: i64) -> Result<Vec<i64>, Problem> {
    let ids = sqlx::query_scalar!(
        "select f.game_id from shop.user_favorites f join shop.games g on g.id = f.game_id where f.user_id = $1 and g.active order by f.game_id",
        user_id
    )
    .fetch_all(db)
    .await?;
    Ok(ids)
}

/// Adds a favourite; adding it again is no error.
///
/// # Errors
/// 404 `game_not_found`.
pub async fn add(db: &PgPool, user_id: i64, game_id: i64, now: DateTime<Utc>) -> Result<(), Problem> {
    let known = sqlx::query_scalar!(
        r#"with game as (select id from shop.games where id = $2 and active),
                added as (insert into shop.user_favorites (user_id, game_id, added_at) select $1, id, $3 from game
                          on conflict (user_id, game_id) do nothing)
           select id from game"#,
        user_id,
        game_id,
        now
    )
    .fetch_optional(db)
    .await?;
    known.map(|_| ()).ok_or_else(|| codes::game_not_found.into())
}

/// Deletes a favourite; one that is already gone is no error.
pub async fn delete(db: &PgPool, user_id: i64, game_id: i64) -> Result<(), Problem> {
    sqlx::query!("delete from shop.user_favorites where user_id = $1 and game_id = $2", user_id, game_id).execute(db).await?;
    Ok(())
}
