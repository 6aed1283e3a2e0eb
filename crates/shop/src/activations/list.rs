//! A person's packages on numbers.

use chrono::{DateTime, Utc};
use manao_domain::activation::ActivationStatus;
use manao_domain::product::ProductKind;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::app::App;
use manao_kernel::database;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// A package on a number, bought by the reader.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub line_id: i64,
    pub order_number: String,
    pub product_name: Text,
    pub game_name: Text,
    pub game_slug: String,
    pub kind: ProductKind,
    pub hue: i32,
    pub motif: String,
    /// The mark on the game's cover
    pub glyph: String,
    /// `08x-xxx-5678`
    pub number_masked: String,
    pub status: ActivationStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activated_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The telecom renews it then and bills it to the number
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_renewal_at: Option<DateTime<Utc>>,
    /// Whether it renews by itself until it is cancelled
    pub renews: bool,
    pub cancellable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewal_price_satang: Option<i64>,
    /// The company that sells it; absent if we do
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seller: Option<String>,
    pub version: i64,
}

struct Row {
    line_id: i64,
    order_number: String,
    name_th: String,
    name_en: String,
    game_name_th: String,
    game_name_en: String,
    game_slug: String,
    kind: ProductKind,
    hue: i32,
    motif: String,
    glyph: String,
    masked: String,
    status: ActivationStatus,
    activated_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
    next_renewal_at: Option<DateTime<Utc>>,
    renews: bool,
    cancellable: bool,
    renewal_price_satang: Option<i64>,
    seller: Option<String>,
    version: i64,
}

impl From<Row> for Subscription {
    fn from(row: Row) -> Self {
        Self {
            line_id: row.line_id,
            order_number: row.order_number,
            product_name: Text::new(row.name_th, row.name_en),
            game_name: Text::new(row.game_name_th, row.game_name_en),
            game_slug: row.game_slug,
            kind: row.kind,
            hue: row.hue,
            motif: row.motif,
            glyph: row.glyph,
            number_masked: row.masked,
            status: row.status,
            activated_at: row.activated_at,
            expires_at: row.expires_at,
            next_renewal_at: row.next_renewal_at,
            renews: row.renews,
            cancellable: row.cancellable,
            renewal_price_satang: row.renewal_price_satang,
            seller: row.seller,
            version: row.version,
        }
    }
}

/// Returns a page of a person's packages, newest first.
pub async fn list(app: &App, user_id: i64, paging: Paging) -> Result<Page<Subscription>, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let rows = rows(&mut tx, user_id, None, paging.limit(), paging.offset()).await?;
    let total = sqlx::query_scalar!(r#"select count(*) as "total!" from shop.activations where user_id = $1"#, user_id)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Page::new(paging, rows.into_iter().map(Subscription::from).collect(), total))
}

/// Returns one of a person's packages.
///
/// # Errors
/// 404 `subscription_not_found`.
pub async fn load(app: &App, user_id: i64, line_id: i64) -> Result<Subscription, Problem> {
    let mut conn = app.db.acquire().await?;
    let row = rows(&mut conn, user_id, Some(line_id), 1, 0).await?.pop();
    Ok(row.ok_or(codes::subscription_not_found)?.into())
}

async fn rows(
    conn: &mut sqlx::PgConnection,
    user_id: i64,
    line_id: Option<i64>,
    limit: i64,
    offset: i64,
) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        r#"select a.order_line_id as line_id, o.number as order_number, l.name_th, l.name_en, l.game_name_th, l.game_name_en, l.game_slug,
                  l.kind as "kind: ProductKind", l.hue, l.motif, g.glyph, coalesce(l.player_name, '') as "masked!",
                  a.status as "status: ActivationStatus", a.activated_at, a.expires_at, a.next_renewal_at, a.renews, a.cancellable,
                  a.renewal_price_satang, case when not s.own then s.name end as seller, a.version
           from shop.activations a join shop.order_lines l on l.id = a.order_line_id join shop.orders o on o.id = l.order_id
           join shop.games g on g.id = l.game_id join shop.sellers s on s.id = l.seller_id
           where a.user_id = $1 and ($2::bigint is null or a.order_line_id = $2)
           order by a.order_line_id desc limit $3 offset $4"#,
        user_id,
        line_id,
        limit,
        offset
    )
    .fetch_all(conn)
    .await
}
