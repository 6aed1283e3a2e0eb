//! The demo shop's coupons.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use sqlx::PgPool;

/// Coupons of the demo's promotions; some have not begun, and some are over.
const OF_PROMOTIONS: &str = include_str!("../../demo/coupons.json");

#[derive(Deserialize)]
struct Coupon {
    code: String,
    title_th: String,
    title_en: String,
    text_th: String,
    text_en: String,
    kind: String,
    basis_points: Option<i32>,
    max_satang: Option<i64>,
    amount_satang: Option<i64>,
    minimum_satang: i64,
    scope: String,
    games: Vec<String>,
    quota_per_user: Option<i32>,
    quota_total: Option<i32>,
    quota_collect: Option<i32>,
    starts_days: i64,
    days: i64,
}

/// Creates the coupons, or extends those that are over.
pub async fn load(db: &PgPool, now: DateTime<Utc>) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into shop.coupons (code, title_th, title_en, text_th, text_en, kind, basis_points, max_satang, amount_satang, minimum_satang,
                              scope, scope_ids, quota_per_user, quota_total, quota_collect, starts_at, ends_at)
         values
           ('WELCOME20', 'ส่วนลดต้อนรับสมาชิก', 'Welcome to Manao', 'ใช้ได้กับทุกสินค้า',
            'For anything in the shop', 'amount', null, null, 2000, 10000, 'all', '{}', 1, null, null, $1, $2),
           ('LIME10', 'ส่วนลดมะนาว', 'The lime discount', 'ใช้ได้กับทุกสินค้า', 'For anything in the shop',
            'percent', 1000, 5000, null, 0, 'all', '{}', 3, 10000, null, $1, $2),
           ('FREEFIRE15', 'ส่วนลดเพชร Free Fire', 'Free Fire diamonds', 'เฉพาะเกม Free Fire', 'For Free Fire only',
            'percent', 1500, 10000, null, 5000, 'games', array(select id from shop.games where slug = 'free-fire'), 1, 500, 2000, $1, $2),
           ('FIRST5', 'ส่วนลดสำหรับ 5 คนแรก', 'For the first five', 'มาก่อนได้ก่อน', 'First come, first served',
            'amount', null, null, 5000, 10000, 'all', '{}', 1, 5, 5, $1, $2)
         on conflict (code) do update set ends_at = excluded.ends_at where coupons.ends_at < $1",
        now - TimeDelta::hours(1),
        now + TimeDelta::days(60)
    )
    .execute(db)
    .await?;
    for coupon in serde_json::from_str::<Vec<Coupon>>(OF_PROMOTIONS)? {
        insert(db, &coupon, now).await?;
    }
    Ok(())
}

async fn insert(db: &PgPool, coupon: &Coupon, now: DateTime<Utc>) -> sqlx::Result<()> {
    let starts_at = now + TimeDelta::days(coupon.starts_days) - TimeDelta::hours(i64::from(coupon.starts_days == 0));
    sqlx::query!(
        "insert into shop.coupons (code, title_th, title_en, text_th, text_en, kind, basis_points, max_satang, amount_satang, minimum_satang,
                              scope, scope_ids, quota_per_user, quota_total, quota_collect, starts_at, ends_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, array(select id from shop.games where slug = any($12)), $13, $14, $15, $16, $17)
         on conflict (code) do nothing",
        coupon.code,
        coupon.title_th,
        coupon.title_en,
        coupon.text_th,
        coupon.text_en,
        coupon.kind,
        coupon.basis_points,
        coupon.max_satang,
        coupon.amount_satang,
        coupon.minimum_satang,
        coupon.scope,
        &coupon.games,
        coupon.quota_per_user,
        coupon.quota_total,
        coupon.quota_collect,
        starts_at,
        now + TimeDelta::days(coupon.starts_days + coupon.days)
    )
    .execute(db)
    .await?;
    Ok(())
}
