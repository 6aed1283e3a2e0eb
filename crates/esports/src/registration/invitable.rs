//! Teams and people that a tournament's promoter could invite.

use manao_domain::profile::EducationLevel;
use manao_domain::tournament::ContestantType;
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::Invitable;
use super::{people, teamlist};
use crate::tournaments::Row;
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Lang, Notice, Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitableAsked {
    pub tournament_id: i64,
    /// Stage; 1 when absent
    pub stage: Option<i32>,
    #[serde(default)]
    pub query: String,
    #[serde(default = "Paging::first")]
    pub page: u32,
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
}

struct Candidate {
    id: i64,
    name: String,
    logo: Option<String>,
    entered: bool,
    invited: bool,
    staff: bool,
    suspended: bool,
    members: i64,
    /// Number of members who may be at its level; `fit` counts those who may be at its organization too
    of_level: i64,
    fit: i64,
    total: i64,
}

/// Returns teams for a team tournament, otherwise people by their public name, for which at least three letters are required.
///
/// # Errors
/// 422 when the query is too short or too long.
pub async fn list(app: &App, asked: InvitableAsked, lang: Lang) -> Result<Page<Invitable>, Problem> {
    let paging = Paging::new(asked.page, asked.per_page);
    let pattern = teamlist::pattern(&asked.query)?;
    let mut conn = app.db.acquire().await?;
    let tournament = Row::load(&mut conn, asked.tournament_id).await?;
    let stage = asked.stage.unwrap_or(1);
    let single = tournament.contestant_type == ContestantType::Single;
    if single && asked.query.trim().chars().count() < 3 {
        return Err(Problem::invalid("query", codes::query_too_short));
    }
    let level = people::requirements(&tournament).level().map(EducationLevel::as_str);
    let candidates = if single {
        sqlx::query_as!(
            Candidate,
            r#"select u.id, u.display_name as name, u.picture as logo,
                      exists (select from esports.entrants e where e.tournament_id = $1 and e.user_id = u.id
                              and e.active) as "entered!",
                      exists (select from esports.tournament_invitations i where i.tournament_id = $1 and i.stage = $2 and i.user_id = u.id) as "invited!",
                      (u.id = $3 or exists (select from esports.tournament_staff s where s.tournament_id = $1 and s.user_id = u.id)) as "staff!",
                      u.suspended_at is not null as "suspended!", 1::bigint as "members!",
                      (coalesce(p.education_level = $7, true))::int::bigint as "of_level!",
                      (coalesce(p.education_level = $7, true) and (p.education_level is null or coalesce(p.academy_id = $8, true)))::int::bigint as "fit!",
                      count(*) over () as "total!"
               from people.users u left join people.profiles p on p.user_id = u.id where lower(u.display_name) like $4 and u.synced_at is not null
               order by lower(u.display_name), u.id limit $5 offset $6"#,
            tournament.id,
            stage,
            tournament.promoter_id,
            pattern,
            paging.limit(),
            paging.offset(),
            level,
            tournament.organization_id
        )
        .fetch_all(&mut *conn)
        .await?
    } else {
        sqlx::query_as!(
            Candidate,
            r#"select m.id, m.name, m.logo,
                      exists (select from esports.entrants e where e.tournament_id = $1 and e.team_id = m.id
                              and e.active) as "entered!",
                      exists (select from esports.tournament_invitations i where i.tournament_id = $1 and i.stage = $2 and i.team_id = m.id) as "invited!",
                      false as "staff!", esports.acting_captain(m.id) is null as "suspended!",
                      f.members as "members!", f.of_level as "of_level!", f.fit as "fit!", count(*) over () as "total!"
               from esports.teams m cross join lateral (
                 select count(*) as members, count(*) filter (where coalesce(p.education_level = $7, true)) as of_level,
                        count(*) filter (where coalesce(p.education_level = $7, true)
                          and (p.education_level is null or coalesce(p.academy_id = $8, true))) as fit
                 from esports.team_members c left join people.profiles p on p.user_id = c.user_id
                 where c.team_id = m.id and c.user_id <> $3
                   and not exists (select from esports.tournament_staff s where s.tournament_id = $1 and s.user_id = c.user_id)) as f
               where m.disbanded_at is null and lower(m.name || ' ' || m.short_name) like $4
               order by lower(m.name), m.id limit $5 offset $6"#,
            tournament.id,
            stage,
            tournament.promoter_id,
            pattern,
            paging.limit(),
            paging.offset(),
            level,
            tournament.organization_id
        )
        .fetch_all(&mut *conn)
        .await?
    };
    let total = candidates.first().map_or(0, |candidate| candidate.total);
    let invitable = candidates.into_iter().map(|candidate| {
        let reasons = reasons(&tournament, &candidate, lang);
        Invitable {
            team_id: (!single).then_some(candidate.id),
            user_id: single.then_some(candidate.id),
            name: candidate.name,
            logo: candidate.logo,
            eligible: reasons.is_empty(),
            reasons,
            invited: candidate.invited,
        }
    });
    Ok(Page::new(paging, invitable.collect(), total))
}

fn reasons(tournament: &Row, candidate: &Candidate, lang: Lang) -> Vec<Notice> {
    let few = Problem::new(codes::players_too_few).param("count", tournament.main_players);
    let needed = i64::from(if tournament.contestant_type == ContestantType::Team { tournament.main_players } else { 1 });
    let elsewhere = match people::requirements(tournament).level() {
        Some(EducationLevel::School) => codes::school_mismatch,
        _ => codes::university_mismatch,
    };
    let reasons = [
        (candidate.entered, codes::candidate_entered.into()),
        (candidate.staff, codes::promoter_cannot_enter.into()),
        (candidate.suspended, codes::player_suspended.into()),
        (candidate.members < needed, few),
        (candidate.members >= needed && candidate.of_level < needed, codes::education_level_invalid.into()),
        (candidate.of_level >= needed && candidate.fit < needed, elsewhere.into()),
    ];
    reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, problem): (bool, Problem)| Notice::new(problem, lang)).collect()
}
