//! Entrants of later stages, added or removed by hand.

use serde::Deserialize;
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::places;
use super::view::{Qualifier, Qualifiers};
use crate::brackets;
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::note;
use manao_kernel::problem::{Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualifiersForm {
    /// The stage to change; for `goToNextStage`, the stage that is over
    pub stage: i32,
    /// Enters the qualifiers in the next stage, and nothing else
    #[serde(default)]
    pub go_to_next_stage: bool,
    #[serde(default)]
    pub add: Vec<i64>,
    #[serde(default)]
    pub remove: Vec<i64>,
    /// Required to add or remove
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// Version of the bracket that the client last saw, required to add or remove; 409 `qualifiers_changed` carries the current list
    /// (`qualifiers`)
    #[serde(default)]
    pub version: Option<i64>,
}

const MOST: usize = 4096;

/// # Errors
/// Same as [`brackets::advance`] and [`edit`].
pub async fn update(app: &App, user_id: i64, tournament_id: i64, form: QualifiersForm) -> Result<Qualifiers, Problem> {
    if !form.go_to_next_stage {
        return edit(app, user_id, tournament_id, form).await;
    }
    brackets::advance(app, user_id, tournament_id, form.stage).await?;
    list(&mut *app.db.acquire().await?, tournament_id, form.stage + 1).await
}

/// # Errors
/// 404 `stage_not_found`; 409 `stage_first`, `stage_drawn`, `qualifiers_changed`, `tournament_cancelled`, `tournament_over`; 422 on `add`
/// when one is no admitted entrant, and without a reason.
async fn edit(app: &App, user_id: i64, tournament_id: i64, form: QualifiersForm) -> Result<Qualifiers, Problem> {
    let reason = note::reason(form.reason.as_deref())?;
    if form.add.len() > MOST || form.remove.len() > MOST {
        return Err(Problem::invalid("add", codes::field_invalid));
    }
    if form.stage <= 1 {
        return Err(codes::stage_first.into());
    }
    let mut change = app.change().await?;
    let now = change.now();
    let tournament = places::lock(&mut change, tournament_id).await?;
    places::standing(&tournament)?;
    let there = sqlx::query_scalar!(
        r#"select exists (select from esports.tournament_stages where tournament_id = $1 and position = $2) as "there!""#,
        tournament_id,
        form.stage
    );
    if !there.fetch_one(change.conn()).await? {
        return Err(codes::stage_not_found.into());
    }
    brackets::undrawn(&mut change, tournament_id, form.stage).await?;
    let before = list(change.conn(), tournament_id, form.stage).await?;
    if form.version != Some(before.version) {
        return Err(Problem::new(codes::qualifiers_changed).with("qualifiers", &before));
    }
    let admitted = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (select distinct unnest($2::bigint[]) as id) named
           join esports.entrants e on e.id = named.id and e.tournament_id = $1 and e.status = 'join'"#,
        tournament_id,
        &form.add
    )
    .fetch_one(change.conn())
    .await?;
    let named: std::collections::HashSet<i64> = form.add.iter().copied().collect();
    if admitted != i64::try_from(named.len()).unwrap_or(i64::MAX) {
        return Err(Problem::invalid("add", codes::entrant_not_found));
    }
    sqlx::query!(
        "delete from esports.stage_entrants where tournament_id = $1 and stage = $2 and entrant_id = any($3)",
        tournament_id,
        form.stage,
        &form.remove
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "insert into esports.stage_entrants (tournament_id, stage, entrant_id, added_at)
         select distinct $1::bigint, $2::int, id, $4::timestamptz from unnest($3::bigint[]) as id on conflict do nothing",
        tournament_id,
        form.stage,
        &form.add,
        now
    )
    .execute(change.conn())
    .await?;
    brackets::entrants_changed(&mut change, tournament_id, form.stage).await?;
    let qualifiers = list(change.conn(), tournament_id, form.stage).await?;
    let ids = |of: &Qualifiers| of.items.iter().map(|item| item.entrant_id).collect::<Vec<_>>();
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "qualifiers_changed",
        reason: Some(reason),
        before: Some(json!({"stage": form.stage, "qualifiers": ids(&before)})),
        after: Some(json!({"stage": form.stage, "added": form.add, "removed": form.remove, "qualifiers": ids(&qualifiers)})),
        ..Revision::default()
    };
    tournaments::log(&mut change, tournament_id, revision).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, tournament_id);
    Ok(qualifiers)
}

async fn list(conn: &mut PgConnection, tournament_id: i64, stage: i32) -> Result<Qualifiers, Problem> {
    let items = sqlx::query_as!(
        Qualifier,
        "select s.entrant_id, e.name, s.seed, s.origin from esports.stage_entrants s join esports.entrants e on e.id = s.entrant_id
         where s.tournament_id = $1 and s.stage = $2 order by s.seed nulls last, e.seed nulls last, e.id",
        tournament_id,
        stage
    )
    .fetch_all(&mut *conn)
    .await?;
    Ok(Qualifiers { version: brackets::version(conn, tournament_id, stage).await?, items })
}
