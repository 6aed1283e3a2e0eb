//! The person behind an account, as limits count: a person with several accounts still has one share of a flash sale.
//!
//! Two accounts belong to one person when they share a verified number, an e-mail (apart from a tag after `+`), or a number or card that has
//! paid. The number that is to pay counts as the buyer's own, so that an account gains nothing by paying with another person's number. It
//! does not count against its owner before it has paid: anyone may type any number.

use manao_domain::msisdn::Msisdn;
use sqlx::PgConnection;

use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Number of an account's latest orders that are searched for paying numbers and cards.
const ORDERS: i64 = 500;
/// Number of the latest payments by each number or card that are searched for accounts.
const PAYMENTS: i64 = 200;

#[derive(Clone, Debug)]
pub struct Buyer {
    pub user_id: i64,
    /// Every account of this person, this one included
    pub accounts: Vec<i64>,
    /// The number that is to pay; other pending payments by it count too, from any account
    pub paying: Option<String>,
    /// Numbers, e-mail and cards that another account may share
    keys: Vec<String>,
}

impl Buyer {
    /// Finds the person of an account; `paying` is the number that is to pay, where one is.
    pub async fn load(conn: &mut PgConnection, user_id: i64, paying: Option<&Msisdn>) -> Result<Self, Problem> {
        let paying = paying.map(|number| number.international().to_owned());
        let known = sqlx::query!(
            r#"with attempts as (
                 select p.msisdn, p.card_fingerprint
                 from (select id from shop.orders where user_id = $1 order by id desc limit $3) o join shop.payments p on p.order_id = o.id
                 where p.alive or p.status = 'captured')
               select array(
                 select msisdn from people.users where id = $1 and msisdn is not null and msisdn_verified_at is not null
                 union select msisdn from people.kyc_numbers where user_id = $1 and replaced_at is null
                 union select msisdn from attempts where msisdn is not null
                 union select $2::text where $2::text is not null) as "numbers!",
               array(select distinct card_fingerprint from attempts where card_fingerprint is not null) as "cards!",
               (select people.email_identity(email::text) from people.users where id = $1 and email_verified_at is not null) as email"#,
            user_id,
            paying,
            ORDERS
        )
        .fetch_one(&mut *conn)
        .await?;
        let accounts = sqlx::query_scalar!(
            r#"select $1::bigint as "id!"
               union select id from people.users where msisdn = any((select $2::text[])::text[]) and msisdn_verified_at is not null
               union select user_id from people.kyc_numbers where msisdn = any((select $2::text[])::text[]) and replaced_at is null
               union select o.user_id
                     from unnest($2::text[]) number
                          cross join lateral (select order_id from shop.payments where msisdn = number and status = 'captured'
                                              order by created_at desc limit $5) p
                          join shop.orders o on o.id = p.order_id
               union select o.user_id
                     from unnest($4::text[]) card
                          cross join lateral (select order_id from shop.payments where card_fingerprint = card and status = 'captured'
                                              order by created_at desc limit $5) p
                          join shop.orders o on o.id = p.order_id
               union select id from people.users where people.email_identity(email::text) = $3 and email_verified_at is not null"#,
            user_id,
            &known.numbers,
            known.email,
            &known.cards,
            PAYMENTS
        )
        .fetch_all(conn)
        .await?;
        let mut keys = known.numbers;
        keys.extend(known.email);
        keys.extend(known.cards.into_iter().map(|card| format!("card {card}")));
        keys.push(user_id.to_string());
        Ok(Self { user_id, accounts, paying, keys })
    }

    /// Makes other orders by this person, from any of their accounts, wait until this change ends, so that of two at once both are counted.
    /// Everybody takes the locks in the same order.
    pub async fn take_turns(&self, change: &mut Change) -> Result<(), Problem> {
        let locks: Vec<String> = self.keys.iter().map(|key| format!("buyer {key}")).collect();
        change.lock_all(&locks).await
    }
}
