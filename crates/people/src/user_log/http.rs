//! The person's own log.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::routes;

use manao_kernel::Feature;
use manao_kernel::access::{Member, Who};

use super::Kind;
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Problem, fill_in};

pub fn calls() -> Feature {
    Feature::new().call(routes!(revision), Who::Member)
}

#[derive(Debug, Serialize, ToSchema)]
struct Activity {
    id: i64,
    at: DateTime<Utc>,
    /// Stable word: `signed_in`
    kind: &'static str,
    /// In the reader's language
    text: String,
}

/// My activity and changes of my account, newest first
#[utoipa::path(post, path = "/user-log/revision", tag = "account", request_body = Paging,
    responses((status = 200, body = Page<Activity>)))]
async fn revision(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Json(paging): Json<Paging>,
) -> Result<Json<Page<Activity>>, Problem> {
    let mut tx = one_moment(&app.db).await?;
    let rows = sqlx::query!(
        r#"select id, at, kind as "kind: Kind", detail from people.user_log where user_id = $1 order by id desc limit $2 offset $3"#,
        member.user_id,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(r#"select count(*) as "count!" from people.user_log where user_id = $1"#, member.user_id)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    let items = rows.into_iter().map(|row| Activity {
        id: row.id,
        at: row.at,
        text: text(row.kind, &row.detail, lang),
        kind: row.kind.as_str(),
    });
    Ok(Json(Page::new(paging, items.collect(), total)))
}

fn text(kind: Kind, detail: &Value, lang: Lang) -> String {
    let (th, en) = kind.texts();
    let text = lang.pick(th, en);
    detail.as_object().map_or_else(|| text.to_owned(), |detail| fill_in(text, detail))
}
