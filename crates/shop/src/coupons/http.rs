//! Coupon calls. Limited, because codes can be guessed.

use axum::extract::State;
use manao_domain::coupon;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::refusals::{COUPON, PLACING};
use manao_kernel::access::{ActiveMember, Member, Who};
use manao_kernel::problem::codes::*;
use manao_kernel::{Feature, limits};

use super::wallet::{self, CouponStatus, MyCoupon};
use super::{collect, lines, store};
use crate::buyer::Buyer;
use crate::cart::{CartSelection, DirectPurchase, Totals, selection};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Problem};

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(get_mine), Who::Member)
        .call(routes!(redeem), Who::Active.refuses(&[COUPON, &[too_many_requests, coupon_already_redeemed]]))
        .call(
            routes!(check),
            Who::Member.refuses(&[PLACING, &[too_many_requests, coupon_not_found, player_id_invalid, server_required]]),
        )
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListCoupons {
    status: Option<CouponStatus>,
    /// From 1
    #[serde(default = "Paging::first")]
    page: u32,
    /// At most 100
    #[serde(default = "Paging::usual")]
    per_page: u32,
}

#[derive(Debug, Deserialize, ToSchema)]
struct RedeemCoupon {
    /// Case, blanks and dashes do not matter
    code: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CheckCoupon {
    code: String,
    /// One product; without this and without items, the whole cart
    direct: Option<DirectPurchase>,
    cart_item_ids: Option<Vec<i64>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CouponCheck {
    /// The normalised code
    code: String,
    usable: bool,
    /// Reason why it is not usable: stable code
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Reason why it is not usable, in the request's language
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    discount_satang: i64,
    /// Totals after the discount
    totals: Totals,
}

/// My coupons, the last collected first
#[utoipa::path(post, path = "/user-coupon/get-my-coupon", tag = "coupons", request_body = ListCoupons,
    responses((status = 200, body = Page<MyCoupon>)))]
async fn get_mine(
    State(app): State<App>,
    member: Member,
    Json(request): Json<ListCoupons>,
) -> Result<Json<Page<MyCoupon>>, Problem> {
    wallet::list(&app.db, member.user_id, request.status, None, Paging::new(request.page, request.per_page), app.now())
        .await
        .map(Json)
}

/// Collect a coupon by its code
#[utoipa::path(post, path = "/coupon/redeem-coupon", tag = "coupons", request_body = RedeemCoupon,
    responses((status = 200, body = MyCoupon)))]
async fn redeem(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<RedeemCoupon>,
) -> Result<Json<MyCoupon>, Problem> {
    app.limit(limits::TRY_COUPON, member.user_id)?;
    let code = collect::collect(&app, member.user_id, &request.code).await?;
    wallet::one(&app.db, member.user_id, &code, app.now()).await.map(Json)
}

/// Check what a coupon would take off
///
/// For a direct purchase, some items of my cart, or all of it. Reserves nothing: placing the order checks again. 404 when the code does not
/// exist.
#[utoipa::path(post, path = "/coupon/check-coupon", tag = "coupons", request_body = CheckCoupon,
    responses((status = 200, body = CouponCheck)))]
async fn check(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Json(request): Json<CheckCoupon>,
) -> Result<Json<CouponCheck>, Problem> {
    app.limit(limits::TRY_COUPON, member.user_id)?;
    let mut conn = app.db.acquire().await?;
    let buyer = Buyer::load(&mut conn, member.user_id, None).await?;
    let found = store::find(&mut conn, &buyer, &request.code).await?;
    let selection = CartSelection { direct: request.direct, cart_item_ids: request.cart_item_ids };
    let priced = selection::load(&app, &mut conn, &buyer, &selection).await?;
    let answer = match coupon::redeem(Some(&found.coupon), found.uses, &lines(&priced), app.now()) {
        Ok(discount) => CouponCheck {
            code: found.code,
            usable: true,
            reason: None,
            message: None,
            discount_satang: discount.total.0,
            totals: selection::discounted(&app, priced, &discount.lines)?.totals,
        },
        Err(refusal) => {
            let problem = store::refusal(refusal);
            CouponCheck {
                code: found.code,
                usable: false,
                reason: Some(problem.code().name.to_owned()),
                message: Some(problem.message(lang)),
                discount_satang: 0,
                totals: priced.totals,
            }
        }
    };
    Ok(Json(answer))
}
