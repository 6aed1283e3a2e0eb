//! Orders: placed with all their holds in one transaction, read, cancelled, expired.

mod change_channel;
mod create;
mod document_pdf;
mod documents;
mod earlier;
pub mod expire;
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

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use http::load;
pub use list::WaitingOrders;
pub use row::PayableOrder;
pub use snapshot::OrderKey;
pub use status::{refresh_status, refresh_status_and_tell};
pub use tell::Notification;
pub use view::{Order, OrderSummary, view};

/// How often orders past their time are looked for.
const EXPIRE_EVERY: Duration = Duration::from_secs(5);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::create_order))
        .routes(routes!(http::get_my_purchase))
        .routes(routes!(http::get_waiting))
        .routes(routes!(http::get_by_id))
        .routes(routes!(http::get_by_transaction_id))
        .routes(routes!(http::check_order))
        .routes(routes!(http::check_order_timeout))
        .routes(routes!(http::update_order_status))
        .routes(routes!(http::confirm_order))
        .routes(routes!(http::get_receipt))
        .routes(routes!(http::print_receipt))
        .routes(routes!(http::ask_tax_invoice))
        .routes(routes!(http::track));
    let periodic_tasks = vec![
        every(EXPIRE_EVERY, "orders.expire", expire::round),
        every(EXPIRE_EVERY, "orders.let_go", expire::let_go_round),
        every(Duration::from_secs(60), "orders.earlier_receipts", earlier::round),
        every(Duration::from_secs(3600), "orders.forget_tries", track_tries::purge),
    ];
    Feature {
        periodic_tasks,
        ..Feature::new(routes).emits::<live::OrderLive>().emits::<live::PurchaseLive>().emits::<live::StockLive>()
    }
}
