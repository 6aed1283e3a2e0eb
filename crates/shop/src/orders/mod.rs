//! Orders: placed with all their holds in one transaction, read, cancelled, expired.

mod alternatives;
pub mod attached;
mod change_channel;
pub mod console;
mod create;
mod document_pdf;
mod documents;
mod earlier;
pub mod expire;
mod hand_over;
pub mod holds;
mod http;
pub mod issue;
mod letters;
mod list;
pub mod live;
pub mod log;
mod new_code;
mod open;
mod receipt;
mod returned;
pub mod row;
mod snapshot;
mod status;
mod tax_invoice;
mod tell;
mod timeline;
mod track;
mod track_tries;
mod view;

use std::time::Duration;

use utoipa_axum::routes;

use crate::refusals::{COUPON, KEY, NUMBER, OTP, PLACING, PLAYER, STOCK, TEXTING};
use crate::things;
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use alternatives::alternatives;
pub use documents::reseal_tax_ids;
pub use list::WaitingOrders;
pub use live::{CouponLive, LiveCount};
pub use new_code::new_code as new_attempt;
pub use row::PayableOrder;
pub use snapshot::{OrderKey, Snapshot, load};
pub use status::{refresh_status, refresh_status_and_tell};
pub use tell::Notification;
pub use view::{Order, OrderSummary, view};

/// Interval of the search for expired orders.
const EXPIRE_EVERY: Duration = Duration::from_secs(5);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(
            routes!(http::create_order),
            Who::Verified.refuses(&[
                &[
                    maintenance,
                    too_many_requests,
                    idempotency_key_required,
                    region_not_confirmed,
                    number_consent_needed,
                    price_changed,
                    flash_sale_line,
                    flash_sale_sold_out,
                    flash_sale_limit,
                    order_waiting,
                    payment_checking,
                    open_orders_limit,
                    dispute_open,
                    dispute_open_elsewhere,
                    channel_not_found,
                    channel_not_allowed,
                ],
                KEY,
                PLACING,
                PLAYER,
                STOCK,
                COUPON,
                TEXTING,
                NUMBER,
            ]),
        )
        .call(routes!(http::get_my_purchase), Who::Member)
        .call(routes!(http::get_waiting), Who::Member)
        .call(routes!(http::get_by_id), Who::Member.over(&things::ORDER, Named::Body("number"), OWNER))
        .call(
            routes!(http::get_by_transaction_id),
            Who::Member.over(&things::ORDER_OF_CHARGE, Named::Body("transactionId"), OWNER),
        )
        .call(
            routes!(http::check_order),
            Who::Member.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[
                too_many_requests,
                payment_unavailable,
                telecom_unavailable,
            ]]),
        )
        .call(
            routes!(http::check_order_timeout),
            Who::Member.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[
                too_many_requests,
                payment_unavailable,
                telecom_unavailable,
            ]]),
        )
        .call(
            routes!(http::update_order_status),
            Who::Active.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[
                &[too_many_requests, order_state, order_expired, payment_unavailable, payment_checking],
                &[channel_not_found, channel_not_allowed],
                &[product_sold_out, stock_insufficient, flash_sale_sold_out, flash_sale_limit, coupon_quota_reached],
                KEY,
                TEXTING,
                NUMBER,
            ]),
        )
        .call(
            routes!(http::confirm_order),
            Who::Active.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[
                &[
                    too_many_requests,
                    order_state,
                    order_expired,
                    mobile_balance_short,
                    mobile_cap_reached,
                    channel_number,
                    telecom_unavailable,
                ],
                KEY,
                OTP,
            ]),
        )
        .call(
            routes!(http::get_receipt),
            Who::Member.over(&things::ORDER, Named::Path("number"), OWNER).refuses(&[&[receipt_not_ready]]),
        )
        .call(
            routes!(http::print_receipt),
            Who::Member.over(&things::ORDER, Named::Path("number"), OWNER).refuses(&[&[
                receipt_not_ready,
                sales_document_not_found,
                too_many_requests,
            ]]),
        )
        .call(
            routes!(http::ask_tax_invoice),
            Who::Active.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[
                receipt_not_ready,
                tax_invoice_over,
                tax_invoice_nothing_sold,
                too_many_requests,
            ]]),
        )
        .call(routes!(http::track), Who::Anyone.refuses(&[&[order_not_found, too_many_requests]]))
        .call(routes!(http::returned), Who::Anyone.refuses(&[&[order_not_found, too_many_requests]]))
        .call(
            routes!(http::hand_over),
            Who::Active.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[
                too_many_requests,
                order_state,
                order_expired,
            ]]),
        )
        .call(
            routes!(http::hand_over_to_inbox),
            Who::Active.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[
                too_many_requests,
                order_state,
                order_expired,
            ]]),
        )
        .call(
            routes!(http::open_hand_over),
            Who::Anyone.refuses(&[
                &[hand_over_over, too_many_requests, order_state, order_expired, payment_unavailable, payment_checking],
                &[channel_not_found, channel_not_allowed],
                &[product_sold_out, stock_insufficient, flash_sale_sold_out, flash_sale_limit, coupon_quota_reached],
            ]),
        );
    let periodic_tasks = vec![
        every(EXPIRE_EVERY, "orders.expire", expire::round),
        every(EXPIRE_EVERY, "orders.let_go", expire::let_go_round),
        every(Duration::from_secs(60), "orders.earlier_receipts", earlier::round),
        every(Duration::from_secs(3600), "orders.forget_tries", track_tries::purge),
    ];
    Feature {
        periodic_tasks,
        ..feature.emits::<live::OrderLive>().emits::<live::PurchaseLive>().emits::<live::StockLive>().emits::<live::CouponLive>()
    }
}
