//! The person behind an account, as limits count: a person with several accounts still has one share of a flash sale.
//!
//! Two accounts belong to one person when they share a verified number, an e-mail (apart from a tag after `+`) or a number that has paid. The
//! number that is to pay counts as the buyer's own, so that an account gains nothing by paying with another person's number. It does not
//! count against its owner before it has paid: anyone may type any number.

use manao_domain::msisdn::Msisdn;
use sqlx::PgConnection;

use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

#[derive(Clone, Debug)]
pub struct Buyer {
    pub user_id: i64,
    /// Every account of this person, this one included
    pub accounts: Vec<i64>,
    /// The number that is to pay; other pending payments by it count too, from any account
    pub paying: Option<String>,
    /// Numbers and e-mail that another account may share, sorted
    keys: Vec<String>,
}

impl Buyer {
    /// Finds the person of an account; `paying` is the number that is to pay, where one is.
    pub async fn load(conn: &mut PgConnection, user_id: i64, paying: Option<&Msisdn>) -> Result<Self, Problem> {
        let paying = paying.map(|number| number.international().to_owned());
        let known = sqlx::query!(
            r#"select array(
                 select msisdn from people.users where id = $1 and msisdn is not null and msisdn_verified_at is not null
                 union select msisdn from people.kyc_numbers where user_id = $1 and replaced_at is null
                 union select p.msisdn from shop.orders o join shop.payments p on p.order_id = o.id
                       where o.user_id = $1 and p.msisdn is not null and (p.alive or p.status = 'captured')
                 union select $2::text where $2::text is not null) as "numbers!",
               (select people.email_identity(email::text) from people.users where id = $1 and email_verified_at is not null) as email"#,
            user_id,
            paying
        )
        .fetch_one(&mut *conn)
        .await?;
        let accounts = sqlx::query_scalar!(
            r#"select $1::bigint as "id!"
               union select id from people.users where msisdn = any($2) and msisdn_verified_at is not null
               union select user_id from people.kyc_numbers where msisdn = any($2) and replaced_at is null
               union select o.user_id from shop.payments p join shop.orders o on o.id = p.order_id where p.msisdn = any($2) and p.status = 'captured'
               union select id from people.users where people.email_identity(email::text) = $3 and email_verified_at is not null"#,
            user_id,
            &known.numbers,
            known.email
        )
        .fetch_all(conn)
        .await?;
        let mut keys = known.numbers;
        keys.extend(known.email);
        keys.push(user_id.to_string());
        keys.sort_unstable();
        Ok(Self { user_id, accounts, paying, keys })
    }

    /// Makes other orders by this person, from any of their accounts, wait until this change ends, so that of two at once both are counted.
    /// Everybody takes the locks in the same order.
    pub async fn take_turns(&self, change: &mut Change) -> Result<(), Problem> {
        for key in &self.keys {
            change.lock(&format!("buyer {key}")).await?;
        }
        Ok(())
    }
}
