//! The codes of a delivered line, in the order in which their buyer sees them.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::claims::{self, CodeClaim};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Most views of one code that are listed: the first and the newest ones.
const MOST_VIEWS: usize = 20;

/// The codes of a line, hidden.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineCodes {
    pub codes: Vec<LineCode>,
}

/// A code of a line, without the code itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineCode {
    /// Its place in the line, from 1
    pub index: i64,
    /// Number of codes of the line
    pub of: i64,
    /// Names the code to support; it cannot be redeemed
    pub serial: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_on: Option<NaiveDate>,
    /// Views by the buyer, oldest first; of more than 20, the first and the newest 19
    pub views: Vec<CodeView>,
    /// The newest claim that the code was already used; for a code given in exchange, the claim that led to it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<CodeClaim>,
}

/// A view of a code by its buyer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeView {
    pub at: DateTime<Utc>,
    /// User agent of the browser
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
}

/// A code as it is stored.
pub struct StoredCode {
    /// From 1
    pub index: i64,
    pub of: i64,
    /// Its row if it is one of our own stock
    pub voucher_code_id: Option<i64>,
    /// Its row if a partner delivered it
    pub delivered_code_id: Option<i64>,
    pub code_sealed: Vec<u8>,
    pub serial: String,
    pub expires_on: Option<NaiveDate>,
    /// Time at which it was added to the stock, or delivered by its partner; unknown for old stock
    pub imported_at: Option<DateTime<Utc>>,
    pub sold_at: DateTime<Utc>,
}

impl StoredCode {
    /// Returns the code without its views.
    pub fn hidden(self) -> LineCode {
        LineCode {
            index: self.index,
            of: self.of,
            serial: self.serial,
            expires_on: self.expires_on,
            views: Vec::new(),
            claim: None,
        }
    }
}

/// Returns the current codes of a line. A code given in exchange stands where the first one stood.
pub async fn stored(conn: &mut PgConnection, line_id: i64) -> Result<Vec<StoredCode>, Problem> {
    let found = sqlx::query_as!(
        StoredCode,
        r#"select row_number() over (order by place) as "index!", count(*) over () as "of!", voucher_code_id, delivered_code_id,
                  code_sealed as "code_sealed!", serial as "serial!", expires_on, imported_at, sold_at as "sold_at!"
           from (select coalesce(v.replaces_delivered_id, v.replaces_id, v.id) as place, v.id as voucher_code_id, null::bigint as delivered_code_id,
                        v.code_sealed, v.serial, v.expires_on, v.imported_at, coalesce(v.sold_at, d.delivered_at) as sold_at
                 from shop.voucher_codes v join shop.deliveries d on d.order_line_id = v.order_line_id
                 where v.order_line_id = $1 and v.state = 'sold'
                 union all
                 select c.id, null, c.id, c.code_sealed, c.serial, c.expires_on, d.delivered_at, d.delivered_at
                 from shop.delivered_codes c join shop.deliveries d on d.id = c.delivery_id
                 where d.order_line_id = $1 and c.burned_at is null) code
           order by 1"#,
        line_id
    )
    .fetch_all(conn)
    .await?;
    Ok(found)
}

/// Returns the views of a code, oldest first. A view of an earlier version showed all codes of the line.
pub async fn views(
    conn: &mut PgConnection,
    line_id: i64,
    voucher_code_id: Option<i64>,
    delivered_code_id: Option<i64>,
) -> Result<Vec<CodeView>, Problem> {
    let mut views = sqlx::query_as!(
        CodeView,
        "select r.at, r.user_agent from shop.code_reveals r join shop.deliveries d on d.id = r.delivery_id
         where d.order_line_id = $1
           and ((r.voucher_code_id is null and r.delivered_code_id is null) or r.voucher_code_id = $2 or r.delivered_code_id = $3)
         order by r.id",
        line_id,
        voucher_code_id,
        delivered_code_id
    )
    .fetch_all(conn)
    .await?;
    if views.len() > MOST_VIEWS {
        views.drain(1..=views.len() - MOST_VIEWS);
    }
    Ok(views)
}

/// Lists the codes of a buyer's line, hidden, with their views.
///
/// # Errors
/// 404 `order_not_found` for another person's order or a line that is not in it, 409 `codes_not_ready` before the delivery.
pub async fn list(app: &App, user_id: i64, number: &str, line_id: i64) -> Result<LineCodes, Problem> {
    let mut conn = app.db.acquire().await?;
    let delivered = sqlx::query_scalar!(
        r#"select d.status = 'delivered' as "delivered!" from shop.deliveries d join shop.orders o on o.id = d.order_id
           where o.number = $1 and o.user_id = $2 and d.order_line_id = $3"#,
        number,
        user_id,
        line_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::order_not_found)?;
    if !delivered {
        return Err(codes::codes_not_ready.into());
    }
    let mut listed = Vec::new();
    for code in stored(&mut conn, line_id).await? {
        let views = views(&mut conn, line_id, code.voucher_code_id, code.delivered_code_id).await?;
        let claim = claims::of_code(&mut conn, code.voucher_code_id, code.delivered_code_id).await?;
        listed.push(LineCode { views, claim, ..code.hidden() });
    }
    Ok(LineCodes { codes: listed })
}
