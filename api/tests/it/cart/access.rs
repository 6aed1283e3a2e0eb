//! Access to carts, their totals, and coupons.

use serde_json::json;

use super::case::{cases, get, post};
use super::stage::{Owned, owned_by};
use crate::support::{Client, World};

cases! {
    cart_get_my_cart: get("/cart/get-my-cart");
    cart_add: post("/cart/add");
    cart_update_qunity: post("/cart/update-qunity").with(|_| json!({"quantity": 1}));
    cart_delete: post("/cart/delete");
    cart_create: post("/cart/create");
    topup_get_list_server_by: post("/topup/get-list-server-by");
    topup_validate_user: post("/topup/validate-user");
    voucher_check_stock: post("/voucher/check-stock");
    payment_get_payment_channel_by: post("/payment/get-payment-channel-by");
    payment_get_bank_by: post("/payment/get-bank-by");
    payment_avaliable_check_payment_avaliable: post("/payment-avaliable/check-payment-avaliable");
    rule_check_rule: post("/rule/check-rule");
    user_coupon_get_my_coupon: post("/user-coupon/get-my-coupon");
    coupon_redeem_coupon: post("/coupon/redeem-coupon");
    coupon_check_coupon: post("/coupon/check-coupon");
}

pub async fn item(world: &World, owner: Client) -> Owned {
    let item = json!({"productId": world.product("rov-185").await, "quantity": 2, "playerId": "20394817"});
    let id = owner.post("/cart/add", item).await.ok()["items"][0]["id"].clone();
    Owned {
        id,
        secrets: vec!["20394817".to_owned()],
        state: "select cart_items::text from shop.cart_items where id = $1::bigint",
        parts: json!({}),
        holders: owned_by(owner),
    }
}
