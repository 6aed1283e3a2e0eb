//! The command `manao organization`: lists schools and universities that members could not find, and adds them.

use clap::Subcommand;
use manao_domain::profile;
use sqlx::PgPool;
use uuid::Uuid;

/// Only the most requested are shown; the others move up as these are added.
const SHOWN: i64 = 100;

#[derive(Subcommand, Debug)]
pub enum OrganizationCommand {
    /// Show the names of schools and universities that are not in the list, and how many members gave each
    Missed,
    /// Add one to the list; members who gave this name then have it chosen
    Add {
        /// `university`, `school` or, for companies and associations, `organization`
        #[arg(value_parser = ["university", "school", "organization"])]
        kind: String,
        name_th: String,
        name_en: String,
        /// Another name that members have given; may be repeated
        #[arg(long)]
        called: Vec<String>,
    },
}

/// Runs the command and returns the text to print.
///
/// # Errors
///
/// When a name is invalid, the list has it already, or the database refuses.
pub async fn run(db: &PgPool, command: OrganizationCommand) -> anyhow::Result<String> {
    match command {
        OrganizationCommand::Missed => {
            let rows = sqlx::query!(
                r#"select education_level as "kind!", min(academy_unlisted) as "name!", count(*) as "members!" from people.profiles
                   where academy_unlisted is not null and education_level is not null
                   group by education_level, lower(academy_unlisted) order by count(*) desc, 2 limit $1"#,
                SHOWN
            )
            .fetch_all(db)
            .await?;
            let lines = rows.into_iter().map(|row| format!("{}\t{}\t{}", row.members, row.kind, row.name));
            Ok(lines.collect::<Vec<_>>().join("\n"))
        }
        OrganizationCommand::Add { kind, name_th, name_en, called } => {
            let name = |text: &str| {
                profile::line(text, profile::LINE)?.ok_or(profile::ProfileRefusal::Missing).map_err(anyhow::Error::from)
            };
            let (name_th, name_en) = (name(&name_th)?, name(&name_en)?);
            let mut names = vec![name_th.to_lowercase(), name_en.to_lowercase()];
            for other in &called {
                names.push(name(other)?.to_lowercase());
            }
            let members = add(db, &kind, &name_th, &name_en, &names).await?;
            Ok(format!("{name_en} is in the list; {members} members have it chosen now."))
        }
    }
}

/// Adds an entry in one statement. A member who gives the name at this very moment is matched next time, by the list.
async fn add(db: &PgPool, kind: &str, name_th: &str, name_en: &str, names: &[String]) -> anyhow::Result<i64> {
    let added = sqlx::query_scalar!(
        r#"with added as (
             insert into people.organizations (code, type, name_th, name_en)
             select $1, $2, $3, $4
             where not exists (select from people.organizations where type = $2 and (lower(name_th) = lower($3) or lower(name_en) = lower($4)))
             returning id),
           chosen as (
             update people.profiles set academy_id = added.id, academy_unlisted = null, version = version + 1
             from added where education_level = $2 and lower(academy_unlisted) = any($5) returning user_id)
           select (select count(*) from chosen) as "members!" from added"#,
        format!("added-{}", Uuid::new_v4().simple()),
        kind,
        name_th,
        name_en,
        names,
    )
    .fetch_optional(db)
    .await?;
    added.ok_or_else(|| anyhow::anyhow!("{name_th} or {name_en} is in the list already"))
}
