//! A person's own coupons.

use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::store::ScopeKind;
use crate::buyer::Buyer;
use manao_kernel::database::one_moment;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

text_enum! {
    #[derive(ToSchema)]
    CouponStatus {
        /// Usable now, or once its validity begins
        Usable = "usable",
        /// Used as often as I may
        Used = "used",
        /// It has expired, was withdrawn, or is used up by others
        Expired = "expired",
    }
}

text_enum! {
    #[derive(ToSchema)]
    CouponKind {
        Percent = "percent",
        Amount = "amount",
    }
}

/// A coupon of mine. Amounts are satang, times UTC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyCoupon {
    code: String,
    title: Text,
    text: Text,
    kind: CouponKind,
    /// Basis points of the products it covers, for a percentage coupon
    #[serde(skip_serializing_if = "Option::is_none")]
    basis_points: Option<i32>,
    /// The most that a percentage takes off
    #[serde(skip_serializing_if = "Option::is_none")]
    max_satang: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount_satang: Option<i64>,
    /// Minimum total of the products it covers
    minimum_satang: i64,
    /// The games it is for; empty: all games, or single products
    games: Vec<CouponGame>,
    status: CouponStatus,
    /// Uses that I have left; absent without a limit
    #[serde(skip_serializing_if = "Option::is_none")]
    uses_left: Option<i32>,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CouponGame {
    slug: String,
    name: Text,
}

/// Returns coupons, most recently collected first; with a code, only that one.
pub async fn list(
    db: &PgPool,
    user_id: i64,
    status: Option<CouponStatus>,
    code: Option<&str>,
    paging: Paging,
    now: DateTime<Utc>,
) -> Result<Page<MyCoupon>, Problem> {
    let mut tx = one_moment(db).await?;
    let buyer = Buyer::load(&mut tx, user_id, None).await?;
    let rows = sqlx::query!(
        r#"with mine as (
             select c.*, m.collected_at, greatest(c.quota_per_user - had.uses, 0)::int as uses_left,
                    case when c.quota_per_user is not null and had.uses >= c.quota_per_user then 'used'
                         when not c.active or c.ends_at <= $2 or (c.quota_total is not null and c.used >= c.quota_total) then 'expired'
                         else 'usable' end as status
             from shop.user_coupons m join shop.coupons c on c.id = m.coupon_id
                  cross join lateral (select shop.pieces_had('coupon', c.id, $7, null) as uses) had
             where m.user_id = $1 and ($3::text is null or c.code = $3))
           select code, title_th, title_en, text_th, text_en, kind as "kind: CouponKind", basis_points, max_satang, amount_satang,
                  minimum_satang, scope as "scope: ScopeKind", scope_ids, uses_left, status as "status!: CouponStatus", starts_at, ends_at, count(*) over () as "total!"
           from mine where $4::text is null or status = $4 order by collected_at desc, id desc limit $5 offset $6"#,
        user_id,
        now,
        code,
        status.map(CouponStatus::as_str),
        paging.limit(),
        paging.offset(),
        &buyer.accounts
    )
    .fetch_all(&mut *tx)
    .await?;
    let ids: Vec<i64> =
        rows.iter().filter(|row| row.scope == ScopeKind::Games).flat_map(|row| row.scope_ids.iter().copied()).collect();
    let games =
        sqlx::query!("select id, slug, name_th, name_en from shop.games where id = any($1) and active order by name_en", &ids)
            .fetch_all(&mut *tx)
            .await?;
    tx.commit().await?;
    let total = rows.first().map_or(0, |row| row.total);
    let items = rows.into_iter().map(|row| MyCoupon {
        games: games
            .iter()
            .filter(|game| row.scope == ScopeKind::Games && row.scope_ids.contains(&game.id))
            .map(|game| CouponGame { slug: game.slug.clone(), name: Text::new(&game.name_th, &game.name_en) })
            .collect(),
        code: row.code,
        title: Text::new(row.title_th, row.title_en),
        text: Text::new(row.text_th, row.text_en),
        kind: row.kind,
        basis_points: row.basis_points,
        max_satang: row.max_satang,
        amount_satang: row.amount_satang,
        minimum_satang: row.minimum_satang,
        status: row.status,
        uses_left: row.uses_left,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
    });
    Ok(Page::new(paging, items.collect(), total))
}

/// Returns the coupon with this code.
///
/// # Errors
/// 404 `coupon_not_found` when it is not mine.
pub async fn one(db: &PgPool, user_id: i64, code: &str, now: DateTime<Utc>) -> Result<MyCoupon, Problem> {
    let page = list(db, user_id, None, Some(code), Paging::default(), now).await?;
    page.items.into_iter().next().ok_or_else(|| codes::coupon_not_found.into())
}
