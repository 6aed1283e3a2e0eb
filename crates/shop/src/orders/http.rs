//! The calls under `/purchase`. A member sees only their own orders; another person's order is not found, as if it did not exist.

use std::str::FromStr as _;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chrono::NaiveDate;
use manao_domain::channel::Device;
use manao_domain::order::OrderStatus;
use manao_domain::order_number::OrderNumber;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::change_channel::{self, NewChannel};
use super::create::{self, CreateOrder};
use super::hand_over::{self, HandOverLink, HandOverMessage, HandedOver, OpenHandOver};
use super::list::{self, PurchaseFilter, WaitingOrders};
use super::receipt::{self, Receipt};
use super::returned::{self, ReturnFromBank, ReturnedOrder};
use super::snapshot::{OrderKey, Snapshot, load};
use super::tax_invoice::{self, AskTaxInvoice};
use super::track::{self, TrackOrder, TrackedOrder};
use super::view::{self, Order, OrderSummary};
use super::{document_pdf, expire, new_code};
use crate::payments::texts::Asker;
use crate::payments::{self, Subject};
use manao_kernel::access::{ActiveMember, ClientAddress, Member, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Path, Problem, Query, codes};
use manao_kernel::{idempotency, limits};
use manao_people::otp::Code;

type Answer = Result<axum::Json<Order>, Problem>;

/// An order of mine, by its number
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrderByNumber {
    pub number: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichDocument {
    /// Number of one of the order's sales documents; the receipt without it
    pub document: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderByTransaction {
    /// The payment provider's id of the charge
    pub transaction_id: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListPurchases {
    /// From 1
    #[serde(default = "Paging::first")]
    pub page: u32,
    /// At most 100
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
    pub status: Option<OrderStatus>,
    /// Part of an order number, a game, a product, a player ID or a player's name; at most 64 characters
    #[schema(extensions(("maxLength" = json!(super::list::LONGEST_SEARCH))))]
    pub q: Option<String>,
    /// The first day of ordering, in Thailand: `2026-11-25`
    pub from: Option<NaiveDate>,
    /// The last day of ordering, in Thailand
    pub to: Option<NaiveDate>,
    /// Only orders that can still be paid
    #[serde(default)]
    pub waiting: bool,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateOrder {
    pub number: String,
    pub action: OrderAction,
    /// The new channel, for `change_channel`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// The paying number, for `change_channel` to a channel with `byNumber`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_number: Option<String>,
    /// The account's verified number pays, instead of `mobileNumber`; `mobile_number_missing` without one
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub my_number: bool,
    /// The device that pays, for a bank's or wallet's app
    #[serde(default)]
    pub device: Device,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderAction {
    /// Cancel an unpaid order
    Cancel,
    /// Another QR code, or another text to the same number; the old code can no longer be paid
    NewCode,
    /// Change the payment channel; the old attempt ends first and can no longer be paid
    ChangeChannel,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmOrder {
    pub number: String,
    /// The six digits from the text message
    pub code: String,
}

/// Place an order
///
/// Priced again in the transaction that reserves its pieces. Returns when its QR code is ready or a one-time code was texted to the paying
/// number, or after three seconds with `payment.status` `created`; the code then arrives over `live`. The same `Idempotency-Key` with the
/// same body returns the same order.
#[utoipa::path(
    post, path = "/purchase/create-order", tag = "purchase",
    params(("Idempotency-Key" = String, Header, description = "8 to 128 characters, new for every new wish")),
    request_body = CreateOrder,
    responses((status = 201, body = Order))
)]
pub async fn create_order(
    State(app): State<App>,
    member: VerifiedMember,
    ClientAddress(address): ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Json(wanted): Json<CreateOrder>,
) -> Result<(StatusCode, axum::Json<Order>), Problem> {
    let key = idempotency::from_headers(&headers)?;
    app.limit(limits::PLACE_ORDER, member.user_id)?;
    let order_id = create::create(&app, Asker { user_id: member.user_id, address }, key, &wanted, lang).await?;
    Ok((StatusCode::CREATED, answer(&app, OrderKey::Id(order_id)).await?))
}

/// My purchases, newest first
#[utoipa::path(
    post, path = "/purchase/get-my-purchase", tag = "purchase", request_body = ListPurchases,
    responses((status = 200, body = Page<OrderSummary>))
)]
pub async fn get_my_purchase(
    State(app): State<App>,
    member: Member,
    Json(wanted): Json<ListPurchases>,
) -> Result<axum::Json<Page<OrderSummary>>, Problem> {
    let paging = Paging::new(wanted.page, wanted.per_page);
    let ListPurchases { status, q: search, from, to, waiting, .. } = wanted;
    let filter = PurchaseFilter { status, search, from, to, waiting };
    Ok(axum::Json(list::list(&app, member.user_id, &filter, paging).await?))
}

/// My orders that can still be paid, newest first
///
/// At most five. `purchase.changed` on the member's own topic says when one may have been added or removed.
#[utoipa::path(get, path = "/purchase/waiting", tag = "purchase", responses((status = 200, body = WaitingOrders)))]
pub async fn get_waiting(State(app): State<App>, member: Member) -> Result<axum::Json<WaitingOrders>, Problem> {
    Ok(axum::Json(list::waiting(&app, member.user_id).await?))
}

/// One of my orders
#[utoipa::path(
    post, path = "/purchase/get-by-id", tag = "purchase", request_body = OrderByNumber,
    responses((status = 200, body = Order))
)]
pub async fn get_by_id(State(app): State<App>, member: Member, Json(by): Json<OrderByNumber>) -> Answer {
    let number = self::number(&by.number)?;
    answer(&app, OrderKey::Number { number: &number, user_id: member.user_id }).await
}

/// One of my orders, by the provider's id of its charge
#[utoipa::path(
    post, path = "/purchase/get-by-transaction-id", tag = "purchase", request_body = OrderByTransaction,
    responses((status = 200, body = Order))
)]
pub async fn get_by_transaction_id(State(app): State<App>, member: Member, Json(by): Json<OrderByTransaction>) -> Answer {
    answer(&app, OrderKey::Transaction { charge_id: &by.transaction_id, user_id: member.user_id }).await
}

/// Ask the provider about the payment
///
/// Asks the payment provider about the order's code and applies its answer.
#[utoipa::path(
    post, path = "/purchase/check-order", tag = "purchase", request_body = OrderByNumber,
    responses((status = 200, body = Order))
)]
pub async fn check_order(State(app): State<App>, member: Member, Json(by): Json<OrderByNumber>) -> Answer {
    app.limit(limits::CHECK_ORDER, member.user_id)?;
    let snapshot = mine(&app, &by.number, member.user_id).await?;
    let id = snapshot.order.id;
    if snapshot.order.paid_at.is_none()
        && let Some(payment) = &snapshot.payment
    {
        payments::settle(&app, Subject::Payment(payment.id)).await?;
    }
    answer(&app, OrderKey::Id(id)).await
}

/// Expire an overdue order
///
/// Expires the order if it is due, after asking the provider.
#[utoipa::path(
    post, path = "/purchase/check-order-timeout", tag = "purchase", request_body = OrderByNumber,
    responses((status = 200, body = Order))
)]
pub async fn check_order_timeout(State(app): State<App>, member: Member, Json(by): Json<OrderByNumber>) -> Answer {
    app.limit(limits::CHECK_ORDER, member.user_id)?;
    let id = mine(&app, &by.number, member.user_id).await?.order.id;
    expire::if_due(&app, id).await?;
    answer(&app, OrderKey::Id(id)).await
}

/// Cancel an order, get a new code for it, or change its payment channel
#[utoipa::path(
    post, path = "/purchase/update-order-status", tag = "purchase",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = UpdateOrder,
    responses((status = 200, body = Order))
)]
pub async fn update_order_status(
    State(app): State<App>,
    member: ActiveMember,
    ClientAddress(address): ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Json(update): Json<UpdateOrder>,
) -> Answer {
    app.limit(limits::CHECK_ORDER, member.user_id)?;
    let id = mine(&app, &update.number, member.user_id).await?.order.id;
    let asker = Asker { user_id: member.user_id, address };
    let operation = async {
        match update.action {
            OrderAction::Cancel => expire::cancel(&app, id).await,
            OrderAction::NewCode => new_code::new_code(&app, id, asker, update.device, lang).await,
            OrderAction::ChangeChannel => {
                let channel = update.channel.as_deref().ok_or_else(|| Problem::invalid("channel", codes::field_required))?;
                let wish = NewChannel {
                    channel,
                    mobile_number: update.mobile_number.as_deref(),
                    my_number: update.my_number,
                    device: update.device,
                };
                change_channel::change_channel(&app, id, asker, wish, lang).await
            }
        }
    };
    idempotency::once(&app, member.user_id, "update_order_status", &headers, &update, operation).await?;
    answer(&app, OrderKey::Id(id)).await
}

/// Confirm a payment by mobile number
///
/// Takes the one-time code that was texted to the number. An order that is already paid is returned unchanged. Refused with `otp_wrong`
/// (`params.triesLeft`), `otp_expired`, `otp_too_many_tries`, `mobile_balance_short`; after `telecom_unavailable` the same code may be sent
/// again.
#[utoipa::path(
    post, path = "/order-confirm", tag = "purchase",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = ConfirmOrder,
    responses((status = 200, body = Order))
)]
pub async fn confirm_order(
    State(app): State<App>,
    member: ActiveMember,
    headers: HeaderMap,
    Json(confirm): Json<ConfirmOrder>,
) -> Answer {
    let code = Code::parse(&confirm.code).ok_or_else(|| Problem::invalid("code", codes::otp_code_invalid))?;
    app.limit(limits::CONFIRM_ORDER, member.user_id)?;
    let id = mine(&app, &confirm.number, member.user_id).await?.order.id;
    let operation = payments::confirm::confirm(&app, id, &code);
    // Without the code: a key's request is kept as a hash, and six digits are quickly found from one.
    idempotency::once(&app, member.user_id, "order_confirm", &headers, &confirm.number, operation).await?;
    answer(&app, OrderKey::Id(id)).await
}

/// The receipt of a paid order
#[utoipa::path(
    get, path = "/purchase/receipt/{number}", tag = "purchase",
    params(("number" = String, Path)), responses((status = 200, body = Receipt))
)]
pub async fn get_receipt(
    State(app): State<App>,
    member: Member,
    Path(number): Path<String>,
) -> Result<axum::Json<Receipt>, Problem> {
    let snapshot = mine(&app, &number, member.user_id).await?;
    Ok(axum::Json(receipt::build(&app, snapshot).await?))
}

/// A sales document as a PDF
///
/// A4, in the language of the request: the receipt, or the order's document with that number. It shows the document as issued, and whether
/// it was replaced or credited since.
#[utoipa::path(
    get, path = "/purchase/receipt/{number}/pdf", tag = "purchase",
    params(("number" = String, Path), WhichDocument), responses((status = 200, body = String, content_type = "application/pdf"))
)]
pub async fn print_receipt(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Path(number): Path<String>,
    Query(which): Query<WhichDocument>,
) -> Result<Response, Problem> {
    let snapshot = mine(&app, &number, member.user_id).await?;
    app.limit(limits::PRINT_RECEIPT, member.user_id)?;
    let documents = receipt::documents(&app, &snapshot).await?;
    let document = match &which.document {
        Some(number) => documents.by_number(number).ok_or(codes::sales_document_not_found)?,
        None => documents.receipt().ok_or(codes::receipt_not_ready)?,
    };
    let sheet = document_pdf::Printed::new(&documents, document)?;
    let name = format!("inline; filename=\"{}.pdf\"", document.number);
    let pdf = document_pdf::print(&app, sheet, lang).await?;
    Ok(([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, name)], pdf).into_response())
}

/// Ask for a tax invoice
///
/// For a paid order, within seven days of payment (setting `TAX_INVOICE_DAYS`), over the amount that was not refunded. Asking again with
/// other details issues a new one, which cancels and replaces the previous one; with the same details nothing changes, unless other goods were
/// delivered since.
#[utoipa::path(
    post, path = "/purchase/tax-invoice", tag = "purchase", request_body = AskTaxInvoice,
    responses((status = 200, body = Receipt))
)]
pub async fn ask_tax_invoice(
    State(app): State<App>,
    member: ActiveMember,
    Json(asked): Json<AskTaxInvoice>,
) -> Result<axum::Json<Receipt>, Problem> {
    let id = mine(&app, &asked.number, member.user_id).await?.order.id;
    app.limit(limits::ASK_TAX_INVOICE, member.user_id)?;
    tax_invoice::ask(&app, id, &asked).await?;
    Ok(axum::Json(receipt::build(&app, load(&app, OrderKey::Id(id)).await?).await?))
}

/// The status of an order, without logging in
///
/// By its number and, as proof, the last four digits of the mobile number that paid or of the buyer's verified one, or the first four
/// characters of the buyer's verified e-mail address. The answer contains nothing personal but the masked number that goods are for; a wrong number and a wrong proof give the same
/// `order_not_found`. After five wrong proofs a network waits, twice as long each time.
#[utoipa::path(
    post, path = "/purchase/track", tag = "purchase", request_body = TrackOrder,
    responses((status = 200, body = TrackedOrder))
)]
pub async fn track(
    State(app): State<App>,
    address: ClientAddress,
    Json(asked): Json<TrackOrder>,
) -> Result<axum::Json<TrackedOrder>, Problem> {
    app.limit(limits::TRACK_ADDRESS, address.counted())?;
    Ok(axum::Json(track::track(&app, &asked, address).await?))
}

/// The order on coming back from a bank's page
///
/// By the number and the state in the address to which the bank led back: the browser may be another one, without a session. Asks the
/// provider while the payment is pending. A wrong number and a wrong state give the same `order_not_found`.
#[utoipa::path(
    post, path = "/purchase/returned", tag = "purchase", request_body = ReturnFromBank,
    responses((status = 200, body = ReturnedOrder))
)]
pub async fn returned(
    State(app): State<App>,
    address: ClientAddress,
    Json(asked): Json<ReturnFromBank>,
) -> Result<axum::Json<ReturnedOrder>, Problem> {
    app.limit(limits::RETURN_ADDRESS, address.counted())?;
    Ok(axum::Json(returned::returned(&app, &asked, address).await?))
}

/// A link that opens the payment on a phone
///
/// For an order placed on a computer whose channel is paid in an app (`onPhone`). It opens once, without logging in, and shows the amount and
/// the items only. Asking again replaces it.
#[utoipa::path(
    post, path = "/purchase/hand-over", tag = "purchase", request_body = OrderByNumber,
    responses((status = 200, body = HandOverLink))
)]
pub async fn hand_over(
    State(app): State<App>,
    member: ActiveMember,
    lang: Lang,
    Json(by): Json<OrderByNumber>,
) -> Result<axum::Json<HandOverLink>, Problem> {
    app.limit(limits::HAND_OVER, member.user_id)?;
    let id = mine(&app, &by.number, member.user_id).await?.order.id;
    Ok(axum::Json(hand_over::link(&app, id, lang).await?))
}

/// Send the payment to my inbox
///
/// For the same orders as `hand-over`: a message leads to the payment on the phone where I am signed in. One for a hand-over; it goes away when that
/// is over.
#[utoipa::path(
    post, path = "/purchase/hand-over/inbox", tag = "purchase", request_body = OrderByNumber,
    responses((status = 200, body = HandOverMessage))
)]
pub async fn hand_over_to_inbox(
    State(app): State<App>,
    member: ActiveMember,
    Json(by): Json<OrderByNumber>,
) -> Result<axum::Json<HandOverMessage>, Problem> {
    app.limit(limits::HAND_OVER, member.user_id)?;
    let id = mine(&app, &by.number, member.user_id).await?.order.id;
    Ok(axum::Json(hand_over::send_to_inbox(&app, id).await?))
}

/// Open a payment that was handed over
///
/// Once. The charge is made anew for this device where it was made for another; the old one ends first.
#[utoipa::path(
    post, path = "/purchase/hand-over/open", tag = "purchase", request_body = OpenHandOver,
    responses((status = 200, body = HandedOver))
)]
pub async fn open_hand_over(
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Json(asked): Json<OpenHandOver>,
) -> Result<axum::Json<HandedOver>, Problem> {
    app.limit(limits::OPEN_HAND_OVER, address.counted())?;
    Ok(axum::Json(hand_over::open(&app, &asked, lang).await?))
}

async fn mine(app: &App, number: &str, user_id: i64) -> Result<Snapshot, Problem> {
    let number = self::number(number)?;
    load(app, OrderKey::Number { number: &number, user_id }).await
}

async fn answer(app: &App, key: OrderKey<'_>) -> Answer {
    let snapshot = load(app, key).await?;
    Ok(axum::Json(view::view(app, snapshot).await?))
}

/// Parses a number as a person may have typed it.
///
/// # Errors
/// 404 `order_not_found` when it is not an order number.
pub fn number(text: &str) -> Result<String, Problem> {
    OrderNumber::from_str(text).map(String::from).map_err(|_| codes::order_not_found.into())
}
