//! A person's public page in esports.

use axum::extract::State;
use manao_domain::profile::{EducationLevel, shows_academy};

use super::shapes::{Person, Player};
use super::{store, store_entries};
use manao_kernel::access::{ClientAddress, MaybeMember, Member, rights};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Lang, Path, Problem, codes};

/// A player
///
/// Limited to `PROFILE_VIEWS_PER_MINUTE` a minute, so that nobody can read all members.
#[utoipa::path(get, path = "/profile/get-profile-by-id/{userId}", tag = "player", params(("userId" = i64, Path)),
    responses((status = 200, body = Player)))]
pub async fn get_player(
    State(app): State<App>,
    MaybeMember(reader): MaybeMember,
    address: ClientAddress,
    lang: Lang,
    Path(user_id): Path<i64>,
) -> Result<Json<Player>, Problem> {
    match &reader {
        Some(reader) => app.limit(limits::VIEW_PROFILE, reader.user_id)?,
        None => app.limit(limits::VIEW_PROFILE_ADDRESS, address.counted())?,
    }
    player(&app, user_id, reader, lang).await.map(Json)
}

/// # Errors
/// 404 `user_not_found`.
pub async fn player(app: &App, user_id: i64, reader: Option<Member>, lang: Lang) -> Result<Player, Problem> {
    let row = sqlx::query!(
        r#"select u.display_name, u.picture, case $2 when 'en' then o.name_en else o.name_th end as academy_name,
                  p.education_level as "education_level?: EducationLevel", p.birthday as "birthday?",
                  (select team_id from esports.team_members m where m.user_id = u.id) as team_id
           from people.users u left join people.profiles p on p.user_id = u.id left join people.organizations o on o.id = p.academy_id
           where u.id = $1"#,
        user_id,
        lang.as_str(),
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::user_not_found)?;
    let academy_name = row.academy_name.filter(|_| {
        reader.is_some_and(|reader| {
            rights::role_beside(&reader, user_id).is_some()
                || shows_academy(row.education_level, row.birthday, manao_people::profile::today(app))
        })
    });
    let team = match row.team_id {
        Some(team_id) => store::summaries(&app.db, &[team_id]).await?.pop(),
        None => None,
    };
    Ok(Player {
        person: Person { user_id, display_name: row.display_name, picture: row.picture },
        academy_name,
        team,
        tournaments: store_entries::of_player(&app.db, user_id, app.now()).await?,
        record: store_entries::record_of_player(&app.db, user_id).await?,
    })
}
