//! Stores a form in the tables.

use std::collections::HashSet;

use crate::pages::MANAGE;
use manao_domain::tournament::StaffRole;
use manao_domain::tournament_form::{CheckedForm, TournamentForm};
use sqlx::types::Json;

use manao_kernel::database::Change;
use manao_kernel::problem::{Code, Form, Problem, codes};
use manao_kernel::text::Text;
use manao_people::files::{self, Dir};
use manao_people::inbox::{self, Message, Stream};

/// Keeps the pictures that the form shows, and releases those that it no longer shows.
///
/// # Errors
/// 422 `picture_not_found` at its field unless it is the promoter's upload for a tournament.
pub async fn pictures(
    change: &mut Change,
    promoter_id: i64,
    id: i64,
    before: &TournamentForm,
    after: &TournamentForm,
) -> Result<(), Problem> {
    let mut form = Form::default();
    for (field, old, new) in [("banner", &before.banner, &after.banner), ("logo", &before.logo, &after.logo)] {
        if old == new {
            continue;
        }
        if let Some(new) = new
            && !files::keep(change, promoter_id, Dir::Tournament, new).await?
        {
            form.refuse(field, codes::picture_not_found);
        }
        if let Some(old) = old {
            let_go(change, promoter_id, id, old, after).await?;
        }
    }
    form.check()
}

/// Releases a picture, unless a copied tournament still shows it.
async fn let_go(change: &mut Change, promoter_id: i64, id: i64, link: &str, after: &TournamentForm) -> Result<(), Problem> {
    if [&after.banner, &after.logo].into_iter().flatten().any(|shown| shown == link) {
        return Ok(());
    }
    let shown = sqlx::query_scalar!(
        r#"select exists (select from esports.tournaments where promoter_id = $1 and id <> $2 and $3 = any(pictures)) as "shown!""#,
        promoter_id,
        id,
        link
    )
    .fetch_one(change.conn())
    .await?;
    if !shown {
        files::release(change, promoter_id, link).await?;
    }
    Ok(())
}

/// Stores the checked form in its columns, stages and staff, and raises the version. The row is locked.
pub async fn publish(change: &mut Change, id: i64, checked: &CheckedForm, form: &TournamentForm) -> Result<(), Problem> {
    let (now, dates) = (change.now(), &checked.dates);
    sqlx::query!(
        "update esports.tournaments set form = $2, name_th = $3, name_en = $4, game_id = $5, category = $6, organization_id = $7,
                contestant_type = $8, format = $9, join_mode = $10, invite_only = $11, main_players = $12, max_substitutes = $13,
                capacity = $14, documents = $15, banner = $16, logo = $17, prize_baht = $18, registration_start_at = $19,
                registration_end_at = $20, draw_at = $21, start_at = $22, end_at = $23, version = version + 1,
                published_at = coalesce(published_at, $24), updated_at = $24
         where id = $1",
        id,
        Json(form) as _,
        checked.name_th,
        checked.name_en,
        form.game_id,
        checked.category.as_str(),
        checked.organization_id,
        checked.contestant_type.as_str(),
        checked.format.as_str(),
        checked.join_mode.as_str(),
        form.invite_only,
        checked.main_players,
        checked.max_substitutes,
        checked.capacity,
        &form.documents.iter().map(|kind| kind.as_str().to_owned()).collect::<Vec<_>>(),
        form.banner,
        form.logo,
        checked.prize_baht,
        dates.registration_start_at,
        dates.registration_end_at,
        dates.draw_at,
        dates.start_at,
        dates.end_at,
        now
    )
    .execute(change.conn())
    .await?;
    stages(change, id, checked).await?;
    staff(change, id, checked, form).await
}

/// Only changes what differs, because entrants of later stages reference the rows.
async fn stages(change: &mut Change, id: i64, checked: &CheckedForm) -> Result<(), Problem> {
    let many = i32::try_from(checked.stages.len()).map_err(Problem::internal)?;
    sqlx::query!("delete from esports.tournament_stages where tournament_id = $1 and position > $2", id, many)
        .execute(change.conn())
        .await?;
    let formats: Vec<String> = checked.stages.iter().map(|stage| stage.format.as_str().to_owned()).collect();
    let settings = checked.stages.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>()?;
    sqlx::query!(
        "insert into esports.tournament_stages (tournament_id, position, format, settings)
         select $1, position, format, settings from unnest($2::text[], $3::jsonb[]) with ordinality as stage (format, settings, position)
         on conflict (tournament_id, position) do update set format = excluded.format, settings = excluded.settings",
        id,
        &formats,
        &settings
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Updates the staff, and notifies new members; removed ones get no further events.
async fn staff(change: &mut Change, id: i64, checked: &CheckedForm, form: &TournamentForm) -> Result<(), Problem> {
    let now = change.now();
    let named: Vec<(i64, StaffRole)> = (form.co_promoters.iter().map(|id| (*id, StaffRole::CoPromoter)))
        .chain(form.assistants.iter().map(|id| (*id, StaffRole::Assistant)))
        .collect();
    let ids: Vec<i64> = named.iter().map(|(person, _)| *person).collect();
    let roles: Vec<String> = named.iter().map(|(_, role)| role.as_str().to_owned()).collect();
    let gone = sqlx::query_scalar!(
        "delete from esports.tournament_staff where tournament_id = $1 and user_id <> all($2) returning user_id",
        id,
        &ids
    )
    .fetch_all(change.conn())
    .await?;
    change.end_grants(gone)?;
    let before: HashSet<i64> = sqlx::query_scalar!("select user_id from esports.tournament_staff where tournament_id = $1", id)
        .fetch_all(change.conn())
        .await?
        .into_iter()
        .collect();
    sqlx::query!(
        "insert into esports.tournament_staff (tournament_id, user_id, role, added_at)
         select $1, user_id, role, $4 from unnest($2::bigint[], $3::text[]) as named (user_id, role)
         on conflict (tournament_id, user_id) do update set role = excluded.role",
        id,
        &ids,
        &roles,
        now
    )
    .execute(change.conn())
    .await?;
    let mut messages = Vec::new();
    for (role, title) in [
        (StaffRole::CoPromoter, Text::new("คุณเป็นผู้จัดร่วม", "You are a co-promoter")),
        (StaffRole::Assistant, Text::new("คุณเป็นผู้ช่วยของทัวร์นาเมนต์", "You are an assistant")),
    ] {
        let new = named.iter().filter(|(person, of)| *of == role && !before.contains(person));
        let message = Message {
            stream: Stream::Esports,
            kind: "tournament_staff_added",
            title,
            body: Text::new(checked.name_th.clone(), checked.name_en.clone()),
            href: Some(MANAGE.address([&id])),
            subject: None,
        };
        messages.extend(new.map(|(person, _)| (*person, message.clone())));
    }
    if messages.is_empty() { Ok(()) } else { inbox::write_each(change, Stream::Esports, &messages).await }
}

/// Returns the code of an edit's refusal.
pub fn edit_code(refusal: manao_domain::tournament_edit::EditRefusal) -> Code {
    use manao_domain::tournament_edit::EditRefusal;
    match refusal {
        EditRefusal::Locked => codes::field_locked,
        EditRefusal::PromoterOnly => codes::field_promoter_only,
        EditRefusal::OnlyUpward => codes::capacity_only_upward,
        EditRefusal::OnlyOutward => codes::date_only_later,
    }
}
