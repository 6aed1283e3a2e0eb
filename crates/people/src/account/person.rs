//! The user for an outside identity: found, linked or created.

use manao_domain::msisdn::Msisdn;
use manao_domain::profile::display_name_from;
use sqlx::PgConnection;

use super::user_type::{self, UserType};
use crate::providers::login::Person;
use manao_kernel::database::Change;

/// The e-mail and number that the provider has verified, normalised. A number that is not a Thai mobile number identifies nobody here.
struct Verified {
    email: Option<String>,
    msisdn: Option<String>,
}

/// The user to whom an outside identity belongs.
pub struct FoundPerson {
    pub user_id: i64,
    /// Whether the account was created just now
    pub joined: bool,
}

/// Finds or creates the user of an outside identity.
///
/// A known identity comes first. Next comes a user whose own *verified* e-mail, else verified number, the provider has verified too. Otherwise a
/// new user is created. An address verified on one side only does not link, because anybody can claim an address.
pub async fn user_of(change: &mut Change, person: &Person) -> Result<FoundPerson, sqlx::Error> {
    let now = change.now();
    let email = person.email.as_ref().map(|email| (email.value.trim().to_lowercase(), email.verified));
    let msisdn = person
        .phone
        .as_ref()
        .and_then(|phone| Msisdn::parse(&phone.value).ok().map(|number| (number.international().to_owned(), phone.verified)));
    let verified = Verified {
        email: email.clone().filter(|(_, verified)| *verified).map(|(email, _)| email),
        msisdn: msisdn.clone().filter(|(_, verified)| *verified).map(|(number, _)| number),
    };

    let user_type = UserType::of_sign_in(person.way, verified.email.is_some(), verified.msisdn.is_some());

    let known = sqlx::query_scalar!(
        "update people.identities set last_used_at = $3 where issuer = $1 and subject = $2 returning user_id",
        person.issuer,
        person.subject,
        now,
    )
    .fetch_optional(change.conn())
    .await?;
    if let Some(user_id) = known {
        learn(change, user_id, &verified).await?;
        user_type::becomes(change, user_id, user_type).await?;
        return Ok(FoundPerson { user_id, joined: false });
    }

    let (user_id, joined) = match linked(change.conn(), &verified).await? {
        Some(user_id) => {
            learn(change, user_id, &verified).await?;
            user_type::becomes(change, user_id, user_type).await?;
            (user_id, false)
        }
        None => {
            let user_id = sqlx::query_scalar!(
                "insert into people.users (user_type, display_name, picture, email, email_verified_at, msisdn, msisdn_verified_at,
                                    language, created_at)
                 values ($1, $2, $3, $4::text::citext, case when $5 then $9::timestamptz end,
                         $6, case when $7 then $9::timestamptz end, $8, $9)
                 returning id",
                user_type.as_str(),
                first_name(person),
                person.picture,
                email.as_ref().map(|(email, _)| email.as_str()),
                verified.email.is_some(),
                msisdn.as_ref().map(|(number, _)| number.as_str()),
                verified.msisdn.is_some(),
                person.language.unwrap_or("th"),
                now,
            )
            .fetch_one(change.conn())
            .await?;
            (user_id, true)
        }
    };
    sqlx::query!(
        "insert into people.identities (user_id, issuer, subject, created_at, last_used_at) values ($1, $2, $3, $4, $4)",
        user_id,
        person.issuer,
        person.subject,
        now,
    )
    .execute(change.conn())
    .await?;
    Ok(FoundPerson { user_id, joined })
}

/// Returns the display name until its owner chooses another: the provider's name, never part of an address or a number.
fn first_name(person: &Person) -> String {
    let email = person.email.as_ref().map(|email| email.value.trim());
    let name = person.name.as_deref().and_then(|name| display_name_from(name, email));
    name.unwrap_or_else(|| {
        let member = if person.language == Some("en") { "Member" } else { "สมาชิก" };
        member.to_owned()
    })
}

/// Returns the user who has verified the same e-mail; if nobody has, the same number.
async fn linked(conn: &mut PgConnection, verified: &Verified) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "select id from people.users
         where (email = $1::text::citext and email_verified_at is not null)
            or (msisdn = $2 and msisdn_verified_at is not null)
         order by (email = $1::text::citext and email_verified_at is not null) desc nulls last
         limit 1",
        verified.email,
        verified.msisdn,
    )
    .fetch_optional(conn)
    .await
}

/// Stores what the provider has verified since, unless it belongs to another user or this user has verified another one.
async fn learn(change: &mut Change, user_id: i64, verified: &Verified) -> Result<(), sqlx::Error> {
    let now = change.now();
    sqlx::query!(
        "with facts as (
           select u.id,
             u.email_verified_at is null and $2::text is not null and not exists
               (select from people.users o where o.id <> u.id and o.email = $2::text::citext and o.email_verified_at is not null) as new_email,
             u.msisdn_verified_at is null and $3::text is not null and not exists
               (select from people.users o where o.id <> u.id and o.msisdn = $3 and o.msisdn_verified_at is not null) as new_number
           from people.users u where u.id = $1)
         update people.users u set
           email = case when new_email then $2::text::citext else email end,
           email_verified_at = case when new_email then $4 else email_verified_at end,
           msisdn = case when new_number then $3 else msisdn end,
           msisdn_verified_at = case when new_number then $4 else msisdn_verified_at end,
           version = version + 1
         from facts where u.id = facts.id and (new_email or new_number)",
        user_id,
        verified.email,
        verified.msisdn,
        now,
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::providers::login::Claim;

    #[test]
    fn the_first_name_is_short_and_tells_no_address() {
        let person = |name: Option<&str>, language| Person {
            issuer: "https://login.example".to_owned(),
            subject: "1".to_owned(),
            name: name.map(str::to_owned),
            picture: None,
            email: Some(Claim { value: "somchai.jaidee@example.com".to_owned(), verified: true }),
            phone: None,
            language,
            way: None,
        };
        assert_eq!(first_name(&person(Some("  Somchai \n Jaidee "), None)), "Somchai Jaidee");
        assert_eq!(first_name(&person(Some(&"x".repeat(80)), None)), "x".repeat(50));
        assert_eq!(first_name(&person(None, None)), "สมาชิก");
        assert_eq!(first_name(&person(Some("Somchai.Jaidee@example.com"), None)), "สมาชิก");
        assert_eq!(first_name(&person(Some("somchai.jaidee"), Some("en"))), "Member");
        assert_eq!(first_name(&person(Some(" "), Some("en"))), "Member");
    }
}
