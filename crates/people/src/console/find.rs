//! What the console's search finds of people.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::email;
use manao_domain::msisdn::Msisdn;
use manao_domain::staff::StaffRole;
use sqlx::PgConnection;

use manao_kernel::console::{Finder, FoundBy, HitKind, Needle, SearchHit};
use manao_kernel::like;
use manao_kernel::problem::{Lang, Problem};

/// Most people that a search shows.
const MOST: i64 = 8;

/// People by account number, verified address, verified mobile number or its last four digits, and public name.
pub const PEOPLE: Finder = Finder { roles: &[StaffRole::Support, StaffRole::Finance, StaffRole::Esports], find };

fn find<'a>(conn: &'a mut PgConnection, needle: &'a Needle, _: Lang) -> BoxFuture<'a, Result<Vec<SearchHit>, Problem>> {
    people(conn, needle).boxed()
}

async fn people(conn: &mut PgConnection, needle: &Needle) -> Result<Vec<SearchHit>, Problem> {
    let name = (needle.text.chars().count() > 2).then(|| like::containing(&needle.text.to_lowercase()));
    let rows = sqlx::query!(
        r#"select distinct on (id) id as "id!", by as "by!: FoundBy", display_name as "name!", email as "email?", msisdn as "msisdn?",
                  created_at as "created_at!", suspended as "suspended!"
           from (
             select id, by, display_name, case when email_verified_at is not null then email::text end as email,
                    case when msisdn_verified_at is not null then msisdn end as msisdn, created_at, suspended_at is not null as suspended
             from (
               select u.*, 'id' as by from people.users u where u.id = $1
               union all select u.*, 'email' from people.users u where $2 and u.email = $3::text::citext and u.email_verified_at is not null
               union all select u.*, 'mobile' from people.users u where u.msisdn = $4 and u.msisdn_verified_at is not null
               union all (select u.*, 'mobile_end' from people.users u
                          where right(u.msisdn, 4) = $5 and u.msisdn_verified_at is not null order by u.id desc limit $7)
               union all (select u.*, 'name' from people.users u where lower(u.display_name) like $6 limit $7)
             ) found
           ) shown order by id, by limit $7"#,
        needle.id,
        needle.is_email,
        needle.text,
        needle.msisdn,
        needle.mobile_end,
        name,
        MOST
    )
    .fetch_all(conn)
    .await?;
    let hits = rows.into_iter().map(|row| {
        let mobile = row.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok()).map(|number| number.masked());
        SearchHit {
            kind: HitKind::Person,
            key: row.id.to_string(),
            title: row.name,
            detail: [mobile, row.email.as_deref().map(email::masked)]
                .into_iter()
                .flatten()
                .reduce(|one, other| format!("{one} · {other}")),
            status: row.suspended.then(|| "suspended".to_owned()),
            by: row.by,
            at: row.created_at,
        }
    });
    Ok(hits.collect())
}
