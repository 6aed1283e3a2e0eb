//! Claims that a code was already used: the buyer revealed it, and the shop where they redeem it refuses it.
//!
//! The rule: a code is exchanged if it was redeemed before we sold it. A claim stores what we know of the code and opens a thread with our
//! staff, who ask the publisher. They exchange the code for one of our stock, or refuse with a reason.

use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::line_codes::{self, StoredCode};
use crate::orders::log::{self, LogKind};
use crate::orders::{self, Notification};
use crate::pages::ORDER_RESULT;
use crate::voucher_codes;
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::database::{self, Change};
use manao_kernel::limits;
use manao_kernel::note;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Form, Lang, Problem, codes};
use manao_people::mail::moment;
use manao_people::support::{OrderThread, open_about_order};

text_enum! {
    /// The state of a claim.
    #[derive(ToSchema)]
    ClaimState {
        /// Staff are looking into it
        Open = "open",
        /// The buyer has another code instead
        Exchanged = "exchanged",
        Refused = "refused",
    }
}

/// A claim as its buyer sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeClaim {
    pub state: ClaimState,
    /// Serial of the claimed code
    pub serial: String,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<DateTime<Utc>>,
    /// Reason of a refusal, in the words of our staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The thread with our staff
    pub thread_id: i64,
}

/// A claim to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeClaimNew {
    pub number: String,
    pub line_id: i64,
    /// Place of the code in the line, from 1
    pub index: i64,
    /// Time at which the buyer was told that the code is used
    pub seen_at: Option<DateTime<Utc>>,
    /// What the buyer adds, plain text
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub note: String,
}

/// A claim as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffCodeClaim {
    pub id: i64,
    pub state: ClaimState,
    pub order_number: String,
    pub user_id: i64,
    pub partner: String,
    pub sku: String,
    pub serial: String,
    /// Whether the code is of our own stock; otherwise its partner delivered it
    pub own_code: bool,
    /// Time at which the code was added to the stock, or delivered by its partner; unknown for old stock
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imported_at: Option<DateTime<Utc>>,
    pub sold_at: DateTime<Utc>,
    pub first_viewed_at: DateTime<Utc>,
    pub last_viewed_at: DateTime<Utc>,
    /// Time at which the buyer was told that the code is used, as they say
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<DateTime<Utc>>,
    pub note: String,
    pub thread_id: i64,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimAction {
    /// Give the buyer another code of the stock; the claimed one is burned
    Exchange,
    Refuse,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimDecision {
    pub action: ClaimAction,
    /// Needed for a refusal, which the buyer reads; otherwise kept with the order's log
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
}

/// Claims that a revealed code was already used, and opens a thread about it. Returns the claim.
///
/// # Errors
/// 404 `order_not_found`, `code_not_found`; 409 `codes_not_ready`, `claim_not_viewed`, `claim_open`; 422 at `seenAt` and `note`; 429.
pub async fn claim(app: &App, member: &Member, new: &CodeClaimNew, lang: Lang) -> Result<CodeClaim, Problem> {
    let mut form = Form::default();
    if new.seen_at.is_some_and(|at| at > app.now()) {
        form.refuse("seenAt", codes::field_invalid);
    }
    let written = new.note.trim();
    if written.chars().count() > note::LONGEST {
        form.refuse("note", codes::text_too_long);
    }
    form.check()?;
    let mut change = app.change().await?;
    let line = sqlx::query!(
        "select o.id as order_id, o.number, d.status from shop.deliveries d join shop.orders o on o.id = d.order_id
         where o.number = $1 and o.user_id = $2 and d.order_line_id = $3 for update of o",
        new.number,
        member.user_id,
        new.line_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::order_not_found)?;
    if line.status != "delivered" {
        return Err(codes::codes_not_ready.into());
    }
    let stored = line_codes::stored(change.conn(), new.line_id).await?;
    let code = stored.into_iter().find(|code| code.index == new.index).ok_or(codes::code_not_found)?;
    let views = line_codes::views(change.conn(), new.line_id, code.voucher_code_id, code.delivered_code_id).await?;
    let (Some(first), Some(last)) = (views.first(), views.last()) else { return Err(codes::claim_not_viewed.into()) };
    if of_code(change.conn(), code.voucher_code_id, code.delivered_code_id)
        .await?
        .is_some_and(|claim| claim.state == ClaimState::Open)
    {
        return Err(codes::claim_open.into());
    }
    app.limit(limits::CLAIM_CODE, member.user_id)?;
    let facts = Facts { code: &code, first: first.at, last: last.at, seen_at: new.seen_at, note: written };
    let thread = OrderThread {
        user_id: member.user_id,
        order_number: &line.number,
        subject: &lang.pick(format!("โค้ดถูกใช้ไปแล้ว ({})", code.serial), format!("Code already used ({})", code.serial)),
        text: &facts.text(lang),
        page: ORDER_RESULT.path(),
    };
    let thread_id = open_about_order(&mut change, &thread).await?;
    let now = change.now();
    sqlx::query!(
        "insert into shop.code_claims (order_id, order_line_id, user_id, voucher_code_id, delivered_code_id, serial, seen_at, note, imported_at,
                                       sold_at, first_viewed_at, last_viewed_at, thread_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        line.order_id,
        new.line_id,
        member.user_id,
        code.voucher_code_id,
        code.delivered_code_id,
        code.serial,
        new.seen_at,
        written,
        code.imported_at,
        code.sold_at,
        first.at,
        last.at,
        thread_id,
        now
    )
    .execute(change.conn())
    .await?;
    let detail = json!({ "serial": code.serial, "thread": thread_id });
    log::write(&mut change, line.order_id, LogKind::CodeClaimed, &detail).await?;
    orders::refresh_status(&mut change, line.order_id).await?;
    change.commit().await?;
    let created_at = now;
    Ok(CodeClaim { state: ClaimState::Open, serial: code.serial, created_at, decided_at: None, reason: None, thread_id })
}

/// The facts of a claim, as the thread's first message tells them.
struct Facts<'a> {
    code: &'a StoredCode,
    /// First and last view
    first: DateTime<Utc>,
    last: DateTime<Utc>,
    seen_at: Option<DateTime<Utc>>,
    note: &'a str,
}

impl Facts<'_> {
    fn text(&self, lang: Lang) -> String {
        let unknown = lang.pick("ไม่ทราบ", "unknown");
        let time = |at: Option<DateTime<Utc>>| at.map_or_else(|| unknown.to_owned(), |at| moment(at, lang));
        let names = lang.pick(
            ["หมายเลขโค้ด", "เข้าสต็อกเมื่อ", "ขายเมื่อ", "เปิดดูครั้งแรก", "เปิดดูล่าสุด", "พบว่าถูกใช้ไปแล้วเมื่อ"],
            ["Serial", "Added to the stock", "Sold", "First revealed", "Last revealed", "Found to be used"],
        );
        let values = [
            self.code.serial.clone(),
            time(self.code.imported_at),
            time(Some(self.code.sold_at)),
            time(Some(self.first)),
            time(Some(self.last)),
            time(self.seen_at),
        ];
        let intro = lang.pick("ร้านที่ใช้โค้ดแจ้งว่าโค้ดนี้ถูกใช้ไปแล้ว", "The shop where I redeem this code says that it is already used.");
        let mut lines = vec![intro.to_owned()];
        lines.extend(names.iter().zip(values).map(|(name, value)| format!("{name}: {value}")));
        if !self.note.is_empty() {
            lines.push(String::new());
            lines.push(self.note.to_owned());
        }
        lines.join("\n")
    }
}

/// Returns the newest claim about a code, or the one that it was given in exchange for.
pub async fn of_code(
    conn: &mut PgConnection,
    voucher_code_id: Option<i64>,
    delivered_code_id: Option<i64>,
) -> Result<Option<CodeClaim>, Problem> {
    let claim = sqlx::query_as!(
        CodeClaim,
        r#"select state as "state: ClaimState", serial, created_at, decided_at, case when state = 'refused' then reason end as reason, thread_id
           from shop.code_claims where voucher_code_id = $1 or delivered_code_id = $2 or replacement_id = $1
           order by id desc limit 1"#,
        voucher_code_id,
        delivered_code_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(claim)
}

/// Returns the claims in this state; open ones oldest first, others newest first.
pub async fn list(app: &App, state: ClaimState, paging: Paging) -> Result<Page<StaffCodeClaim>, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        StaffCodeClaim,
        r#"select c.id, c.state as "state: ClaimState", o.number as order_number, c.user_id, l.partner_code as partner, l.sku, c.serial,
                  c.voucher_code_id is not null as "own_code!", c.imported_at, c.sold_at, c.first_viewed_at, c.last_viewed_at, c.seen_at, c.note,
                  c.thread_id, c.created_at, c.decided_at, c.reason
           from shop.code_claims c join shop.orders o on o.id = c.order_id join shop.order_lines l on l.id = c.order_line_id
           where c.state = $1 order by case when c.state = 'open' then c.id else -c.id end limit $2 offset $3"#,
        state.as_str(),
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(r#"select count(*) as "total!" from shop.code_claims where state = $1"#, state.as_str())
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}

/// Decides a claim and notifies the buyer. The same decision again changes nothing.
///
/// # Errors
/// 404 `claim_not_found`; 409 `claim_decided` when it was decided otherwise, `claim_stock_gone` when no code is left to give, which leaves the
/// claim open; 422 at `reason`.
pub async fn decide(app: &App, operator_id: i64, claim_id: i64, decision: &ClaimDecision) -> Result<(), Problem> {
    let given = decision.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    let reason = match (decision.action, given) {
        (ClaimAction::Exchange, None) => None,
        _ => Some(note::reason(given)?),
    };
    let wanted = match decision.action {
        ClaimAction::Exchange => ClaimState::Exchanged,
        ClaimAction::Refuse => ClaimState::Refused,
    };
    let mut change = app.change().await?;
    // The order first, as everywhere.
    sqlx::query!(
        "select o.id from shop.orders o join shop.code_claims c on c.order_id = o.id where c.id = $1 for update of o",
        claim_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::claim_not_found)?;
    let claim = sqlx::query_as!(
        Claim,
        r#"select c.id, c.state as "state: ClaimState", c.order_id, c.order_line_id, c.voucher_code_id, c.delivered_code_id, c.serial, l.product_id
           from shop.code_claims c join shop.order_lines l on l.id = c.order_line_id where c.id = $1 for update of c"#,
        claim_id
    )
    .fetch_one(change.conn())
    .await?;
    match claim.state {
        ClaimState::Open => {}
        state if state == wanted => return Ok(()),
        _ => return Err(codes::claim_decided.into()),
    }
    let replacement = match decision.action {
        ClaimAction::Exchange => Some(exchange(&mut change, &claim).await?),
        ClaimAction::Refuse => None,
    };
    let now = change.now();
    sqlx::query!(
        "update shop.code_claims set state = $2, decided_at = $3, decided_by = $4, reason = $5, replacement_id = $6 where id = $1",
        claim.id,
        wanted.as_str(),
        now,
        operator_id,
        reason,
        replacement
    )
    .execute(change.conn())
    .await?;
    metrics::counter!("manao_code_claims_total", "state" => wanted.as_str()).increment(1);
    let (kind, news) = match decision.action {
        ClaimAction::Exchange => (LogKind::CodeExchanged, Notification::CodeExchanged),
        ClaimAction::Refuse => (LogKind::ClaimRefused, Notification::ClaimRefused),
    };
    let detail = json!({ "serial": claim.serial, "operator": operator_id, "reason": reason, "replacement": replacement });
    log::write(&mut change, claim.order_id, kind, &detail).await?;
    orders::refresh_status_and_tell(&mut change, claim.order_id, Some(news)).await?;
    change.commit().await
}

struct Claim {
    id: i64,
    state: ClaimState,
    order_id: i64,
    order_line_id: i64,
    voucher_code_id: Option<i64>,
    delivered_code_id: Option<i64>,
    serial: String,
    product_id: i64,
}

/// Burns the claimed code and sells a free one to its line, at the same place. Returns the new code's row.
///
/// # Errors
/// 409 `claim_stock_gone`.
async fn exchange(change: &mut Change, claim: &Claim) -> Result<i64, Problem> {
    let now = change.now();
    let until = voucher_codes::good_until(change.app(), now);
    sqlx::query!("select id from shop.products where id = $1 for update", claim.product_id).fetch_one(change.conn()).await?;
    let taken = voucher_codes::set_aside(change.conn(), claim.order_line_id, claim.product_id, 1, until).await?;
    let replacement = *taken.first().ok_or(codes::claim_stock_gone)?;
    // A code that was itself given in exchange passes its place on.
    sqlx::query!(
        "update shop.voucher_codes fresh
         set state = 'sold', sold_at = $2,
             replaces_id = (select coalesce(prior.replaces_id, case when prior.replaces_delivered_id is null then prior.id end)
                            from shop.voucher_codes prior where prior.id = $3),
             replaces_delivered_id = coalesce($4, (select prior.replaces_delivered_id from shop.voucher_codes prior where prior.id = $3))
         where fresh.id = $1",
        replacement,
        now,
        claim.voucher_code_id,
        claim.delivered_code_id
    )
    .execute(change.conn())
    .await?;
    sqlx::query!("update shop.voucher_codes set state = 'burned' where id = $1", claim.voucher_code_id)
        .execute(change.conn())
        .await?;
    sqlx::query!("update shop.delivered_codes set burned_at = $2 where id = $1", claim.delivered_code_id, now)
        .execute(change.conn())
        .await?;
    voucher_codes::count(change.conn(), claim.product_id, until).await?;
    Ok(replacement)
}
