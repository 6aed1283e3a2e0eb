//! Collecting a coupon.

use manao_domain::coupon::{CouponRefusal, NotUsable};
use serde_json::json;

use super::store;
use crate::buyer::Buyer;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_people::user_log::{self, Kind};

/// Takes one use from the collecting quota, under the lock of the coupon's row. Returns its code.
///
/// # Errors
/// 404 `coupon_not_found`, 409 `coupon_already_redeemed`, `coupon_quota_reached`, `coupon_over`, `coupon_not_usable`.
pub async fn collect(app: &App, user_id: i64, code: &str) -> Result<String, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    store::lock(change.conn(), code).await?;
    let buyer = Buyer::load(change.conn(), user_id, None).await?;
    let found = store::find(change.conn(), &buyer, code).await?;
    if !found.coupon.active {
        return Err(store::refusal(CouponRefusal::NotUsable(NotUsable::Withdrawn)));
    }
    if now >= found.coupon.ends_at {
        return Err(store::refusal(CouponRefusal::NotUsable(NotUsable::Over { ended_at: found.coupon.ends_at })));
    }
    let mine = sqlx::query!(
        "insert into shop.user_coupons (user_id, coupon_id, collected_at)
         select $1, $2, $3 where not exists (select from shop.user_coupons where coupon_id = $2 and user_id = any($4))
         on conflict do nothing",
        user_id,
        found.id,
        now,
        &buyer.accounts
    )
    .execute(change.conn())
    .await?;
    if mine.rows_affected() == 0 {
        return Err(codes::coupon_already_redeemed.into());
    }
    let counted = sqlx::query!(
        "update shop.coupons set collected = collected + 1, version = version + 1
         where id = $1 and (quota_collect is null or collected < quota_collect) and (quota_total is null or used < quota_total)",
        found.id
    )
    .execute(change.conn())
    .await?;
    if counted.rows_affected() == 0 {
        return Err(codes::coupon_quota_reached.into());
    }
    user_log::write(&mut change, user_id, Kind::CouponRedeemed, json!({ "code": found.code })).await?;
    change.commit().await?;
    Ok(found.code)
}
