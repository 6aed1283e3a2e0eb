//! Codes with which several calls refuse.

use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

pub use manao_people::refusals::{OTP, TEXTING};

pub const CATALOGUE: &[Code] = &[query_invalid, query_too_costly];
pub const PLACING: &[Code] =
    &[cart_empty, cart_item_not_found, product_not_found, quantity_invalid, cart_product_limit, cart_amount_limit];
pub const COUPON: &[Code] = &[
    coupon_not_found,
    coupon_not_usable,
    coupon_not_started,
    coupon_over,
    coupon_out_of_scope,
    coupon_below_minimum,
    coupon_quota_reached,
];
pub const KEY: &[Code] = &[idempotency_key_invalid, idempotency_key_busy, idempotency_key_conflict];
pub const PLAYER: &[Code] = &[
    player_id_invalid,
    player_unknown,
    player_account_abnormal,
    player_minor_or_region,
    player_level_too_low,
    player_limit_exceeded,
    player_region_restricted,
    player_active_pass,
    player_new_or_guest,
    player_forbidden,
    server_required,
    server_unknown,
    server_closed,
    partner_unavailable,
    mobile_number_invalid,
    number_not_eligible,
    number_already_active,
    number_wrong_network,
    mobile_number_suspended,
    number_blocked,
    telecom_unavailable,
];
pub const NUMBER_TARGET: &[Code] = &[
    mobile_number_invalid,
    number_not_eligible,
    number_already_active,
    number_wrong_network,
    mobile_number_suspended,
    number_blocked,
];
pub const STOCK: &[Code] = &[product_withdrawn, product_sold_out, product_paused, stock_insufficient, number_quantity];
pub const NUMBER: &[Code] = &[
    mobile_number_missing,
    mobile_number_suspended,
    mobile_number_blocked,
    mobile_cap_reached,
    texts_limit,
    paying_number_needed,
];
