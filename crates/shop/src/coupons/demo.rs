//! The demo shop's coupons.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;

/// Creates the coupons, or extends those that are over.
pub async fn load(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<()> {
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
    Ok(())
}
