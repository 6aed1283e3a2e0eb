//! "Did this help?" below a page of the manual.

use axum::extract::State;
use manao_kernel::Feature;
use manao_kernel::access::{ClientAddress, MaybeMember, Who};
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::limits;
use manao_kernel::problem::codes::article_not_found;
use manao_kernel::problem::{Json, Problem, codes};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::kinds::lang;

/// Longest note, in characters.
pub const NOTE: usize = 300;

pub fn feature() -> Feature {
    Feature::new().call(routes!(vote), Who::Anyone.refuses(&[&[article_not_found]]))
}

/// A reader's answer.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageVote {
    /// The article
    pub id: i64,
    /// `th` or `en`
    pub lang: String,
    pub helpful: bool,
    /// Reader's word on what was missing, for staff; at most 300 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(NOTE))))]
    pub note: String,
}

/// Whether a page helped
///
/// One answer for each reader and page; a later one replaces it.
#[utoipa::path(post, path = "/content/vote", tag = "content", request_body = PageVote, responses((status = 200, body = Empty)))]
async fn vote(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    address: ClientAddress,
    Json(given): Json<PageVote>,
) -> Result<axum::Json<Empty>, Problem> {
    app.limit(limits::VOTE_PAGE, address.counted())?;
    let note = given.note.trim();
    if note.chars().count() > NOTE {
        return Err(Problem::invalid("note", codes::field_invalid));
    }
    let Some(lang) = lang(&given.lang) else { return Err(Problem::invalid("lang", codes::field_invalid)) };
    let voter = match &member {
        Some(member) => member.user_id.to_string(),
        None => stranger(&app, &address),
    };
    let mut change = app.change().await?;
    let now = change.now();
    let written = sqlx::query!(
        "insert into content.page_votes (article_id, voter, lang, helpful, note, voted_at)
         select id, $2, $3, $4, $5, $6 from content.articles where id = $1 and state = 'published'
         on conflict (article_id, voter) do update set lang = excluded.lang, helpful = excluded.helpful,
           note = excluded.note, voted_at = excluded.voted_at",
        given.id,
        voter,
        lang.as_str(),
        given.helpful,
        note,
        now
    )
    .execute(change.conn())
    .await?;
    if written.rows_affected() == 0 {
        return Err(article_not_found.into());
    }
    change.commit().await?;
    Ok(axum::Json(Empty {}))
}

/// Returns a name of a visitor that tells nobody their address, and is another one tomorrow.
fn stranger(app: &App, address: &ClientAddress) -> String {
    let day = app.now().date_naive();
    let secret = app.settings.jwt_secret.as_deref().unwrap_or_default();
    let hash = Sha256::digest(format!("{secret} {day} {:?}", address.counted()));
    format!("visitor-{}", hex::encode(&hash[..12]))
}
