//! Invitations: of people to a team, of teams and people to a tournament or one of its later stages.

use manao_domain::tournament::ContestantType;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::tell::href;
use super::view::{InvitationMade, InvitationsMade};
use crate::tournaments::{self, Revision, Row};
use crate::{teams, things};
use manao_kernel::access::{Member, Role};
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Notice, Problem, codes};
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// Request body: invites people to the caller's team, or teams and people to a tournament.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteForm {
    pub team_id: Option<i64>,
    pub tournament_id: Option<i64>,
    /// Stage; 1 when absent
    pub stage: Option<i32>,
    #[serde(default)]
    pub team_ids: Vec<i64>,
    #[serde(default)]
    pub user_ids: Vec<i64>,
}

/// Most invitations in one request.
const MOST: usize = 100;

/// # Errors
/// 404 `team_not_found`, `tournament_not_found` without permission; 409 `tournament_individual`, `tournament_of_teams`; 422 when nobody
/// is named.
pub async fn invite(app: &App, member: &Member, form: InviteForm, lang: Lang) -> Result<InvitationsMade, Problem> {
    if form.team_ids.len() > MOST || form.user_ids.len() > MOST {
        return Err(Problem::invalid("userIds", codes::field_invalid));
    }
    if form.team_ids.is_empty() && form.user_ids.is_empty() {
        return Err(Problem::invalid("userIds", codes::field_required));
    }
    match (form.team_id, form.tournament_id) {
        (Some(team_id), None) => into_team(app, member, team_id, &form.user_ids, lang).await,
        (None, Some(tournament_id)) => into_tournament(app, member, tournament_id, &form, lang).await,
        _ => Err(Problem::invalid("tournamentId", codes::field_invalid)),
    }
}

async fn into_team(app: &App, member: &Member, team_id: i64, user_ids: &[i64], lang: Lang) -> Result<InvitationsMade, Problem> {
    let role = things::over_team(&mut *app.db.acquire().await?, member, Some(team_id), app.now()).await?;
    if role != Some(Role::Captain) {
        return Err(codes::team_not_found.into());
    }
    let invited = teams::invite(app, member.user_id, team_id, user_ids).await?;
    let items = invited.into_iter().map(|invited| InvitationMade {
        team_id: None,
        user_id: Some(invited.user_id),
        invited: invited.outcome.is_ok(),
        problem: invited.outcome.err().map(|problem| Notice::new(problem, lang)),
    });
    Ok(InvitationsMade { items: items.collect() })
}

async fn into_tournament(
    app: &App,
    member: &Member,
    tournament_id: i64,
    form: &InviteForm,
    lang: Lang,
) -> Result<InvitationsMade, Problem> {
    let mut conn = app.db.acquire().await?;
    let role = things::over_tournament(&mut conn, member, Some(tournament_id)).await?;
    if !matches!(role, Some(Role::Promoter | Role::CoPromoter)) {
        return Err(codes::tournament_not_found.into());
    }
    let tournament = Row::load(&mut conn, tournament_id).await?;
    drop(conn);
    super::places::standing(&tournament)?;
    match tournament.contestant_type {
        ContestantType::Single if !form.team_ids.is_empty() => return Err(codes::tournament_individual.into()),
        ContestantType::Team if !form.user_ids.is_empty() => return Err(codes::tournament_of_teams.into()),
        _ => {}
    }
    let stage = form.stage.unwrap_or(1);
    let mut change = app.change().await?;
    let now = change.now();
    let there = sqlx::query_scalar!(
        r#"select exists (select from esports.tournament_stages where tournament_id = $1 and position = $2) as "there!""#,
        tournament_id,
        stage
    );
    if !there.fetch_one(change.conn()).await? {
        return Err(codes::stage_not_found.into());
    }
    let invited = sqlx::query!(
        "insert into esports.tournament_invitations (tournament_id, stage, team_id, user_id, invited_by, invited_at)
         select $1::bigint, $2::int, id, null::bigint, $5::bigint, $6::timestamptz from esports.teams where id = any($3) and disbanded_at is null
         union all select $1::bigint, $2::int, null, id, $5::bigint, $6 from people.users where id = any($4)
         on conflict do nothing returning team_id, user_id",
        tournament_id,
        stage,
        &form.team_ids,
        &form.user_ids,
        member.user_id,
        now
    )
    .fetch_all(change.conn())
    .await?;
    let after = json!({"stage": stage, "teamIds": invited.iter().filter_map(|row| row.team_id).collect::<Vec<_>>(),
        "userIds": invited.iter().filter_map(|row| row.user_id).collect::<Vec<_>>()});
    let revision =
        Revision { actor_id: Some(member.user_id), kind: "entrants_invited", after: Some(after), ..Revision::default() };
    tournaments::log(&mut change, tournament_id, revision).await?;
    let teams: Vec<i64> = invited.iter().filter_map(|row| row.team_id).collect();
    let captains = sqlx::query_scalar!("select esports.acting_captain(id) from unnest($1::bigint[]) as id", &teams)
        .fetch_all(change.conn())
        .await?;
    let mut people: Vec<i64> = captains.into_iter().flatten().chain(invited.iter().filter_map(|row| row.user_id)).collect();
    people.sort_unstable();
    inbox::write_to_many(&mut change, &people, &message(&tournament)).await?;
    change.commit().await?;
    let made = |team_id: Option<i64>, user_id: Option<i64>| {
        let invited = invited.iter().any(|row| (row.team_id, row.user_id) == (team_id, user_id));
        // An earlier invitation stays, without a problem in the answer.
        InvitationMade { team_id, user_id, invited, problem: (!invited).then(|| Notice::new(codes::offer_too_soon, lang)) }
    };
    let teams = form.team_ids.iter().map(|id| made(Some(*id), None));
    let items = teams.chain(form.user_ids.iter().map(|id| made(None, Some(*id))));
    Ok(InvitationsMade { items: items.collect() })
}

fn message(tournament: &Row) -> Message {
    Message {
        stream: Stream::Esports,
        kind: "tournament_invitation",
        title: Text::new("คุณได้รับเชิญเข้าแข่งขัน", "You are invited to a tournament"),
        body: Text::new(
            format!("ผู้จัด {} เชิญคุณสมัครเข้าแข่งขัน", tournament.name.th),
            format!("The organizer of {} invites you to enter.", tournament.name.en),
        ),
        href: Some(href(tournament.id)),
        subject: None,
    }
}
