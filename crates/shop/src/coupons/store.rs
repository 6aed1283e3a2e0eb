//! Coupons as they are stored in the database.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use manao_domain::coupon::{Coupon, CouponRefusal, NotUsable, Reduction, Scope, Uses};
use manao_domain::{Satang, text_enum};
use sqlx::PgConnection;

use crate::buyer::Buyer;
use crate::orders::CouponLive;
use manao_domain::order_number::is_dash;
use manao_domain::text::normalise;
use manao_kernel::problem::{Problem, codes};

/// A coupon, with its uses in total and by the person who asks.
#[derive(Clone, Debug)]
pub struct CouponRow {
    pub id: i64,
    pub code: String,
    pub coupon: Coupon,
    pub uses: Uses,
    /// Whether the discount is ours to bear, not the sellers'
    pub house_bears: bool,
}

text_enum! {
    /// The kind of products that a coupon reduces; `scope_ids` names them.
    ScopeKind {
        All = "all",
        Products = "products",
        Games = "games",
    }
}

struct Row {
    id: i64,
    code: String,
    active: bool,
    basis_points: Option<i32>,
    max_satang: Option<i64>,
    amount_satang: Option<i64>,
    minimum_satang: i64,
    scope: ScopeKind,
    scope_ids: Vec<i64>,
    quota_per_user: Option<i32>,
    quota_total: Option<i32>,
    used: i32,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    house_bears: bool,
}

/// Normalises a typed code; None when it cannot be a code.
pub fn spelling(code: &str) -> Option<String> {
    // Nothing that long is a code.
    let code = if code.len() <= 200 { normalise(code) } else { String::new() };
    let code: String = code.chars().filter(|character| *character != ' ' && !is_dash(*character)).collect();
    let fits = (3..=24).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then(|| code.to_ascii_uppercase())
}

/// Finds the coupon of a code, without a lock.
///
/// # Errors
/// 404 `coupon_not_found`.
pub async fn find(conn: &mut PgConnection, buyer: &Buyer, code: &str) -> Result<CouponRow, Problem> {
    let code = spelling(code).ok_or(codes::coupon_not_found)?;
    let row = sqlx::query_as!(
        Row,
        r#"select id, code, active, basis_points, max_satang, amount_satang, minimum_satang, scope as "scope: ScopeKind", scope_ids,
                  quota_per_user, quota_total, used, starts_at, ends_at, borne_by = 'house' as "house_bears!"
           from shop.coupons where code = $1"#,
        code
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::coupon_not_found)?;
    complete(conn, buyer, row).await
}

/// Locks the coupon of a code, if there is one: its counts cannot change until the transaction ends.
pub async fn lock(conn: &mut PgConnection, code: &str) -> Result<(), Problem> {
    sqlx::query!("select id from shop.coupons where code = $1 for update", spelling(code).unwrap_or_default())
        .fetch_optional(conn)
        .await?;
    Ok(())
}

async fn complete(conn: &mut PgConnection, buyer: &Buyer, row: Row) -> Result<CouponRow, Problem> {
    let by_user = uses(conn, buyer, row.id).await?;
    let ids: BTreeSet<i64> = row.scope_ids.into_iter().collect();
    let reduction = match (row.basis_points, row.amount_satang) {
        (Some(points), _) => Reduction::Percent {
            basis_points: u16::try_from(points).map_err(Problem::internal)?,
            max: row.max_satang.map(Satang),
        },
        (None, amount) => Reduction::Amount { amount: Satang(amount.unwrap_or_default()) },
    };
    let coupon = Coupon {
        active: row.active,
        reduction,
        minimum_spend: Satang(row.minimum_satang),
        scope: match row.scope {
            ScopeKind::Products => Scope::Products(ids),
            ScopeKind::Games => Scope::Games(ids),
            ScopeKind::All => Scope::All,
        },
        quota_per_user: row.quota_per_user.map(i64::from),
        quota_total: row.quota_total.map(i64::from),
        starts_at: row.starts_at,
        ends_at: row.ends_at,
    };
    let uses = Uses { by_user, total: row.used.into() };
    Ok(CouponRow { id: row.id, code: row.code, coupon, uses, house_bears: row.house_bears })
}

/// Returns the uses of a coupon by this person, from any of their accounts; reserved ones included.
async fn uses(conn: &mut PgConnection, buyer: &Buyer, coupon_id: i64) -> Result<i64, Problem> {
    let had = sqlx::query_scalar!(
        r#"select shop.pieces_had('coupon', $1, $2, $3) as "had!""#,
        coupon_id,
        &buyer.accounts,
        buyer.paying.as_deref()
    )
    .fetch_one(conn)
    .await?;
    Ok(had)
}

/// A use that was taken.
pub struct HeldUse {
    /// The remaining uses, where they are limited
    pub live: Option<CouponLive>,
}

/// Takes one use for a person and adds the coupon to their list; None when none was left. The caller writes the hold.
pub async fn hold(
    conn: &mut PgConnection,
    buyer: &Buyer,
    coupon_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<HeldUse>, Problem> {
    let quota = sqlx::query!(
        "update shop.coupons set used = used + 1, version = version + 1
         where id = $1 and (quota_total is null or used < quota_total) 
         returning quota_per_user, code, quota_total - used as left, version",
        coupon_id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(quota) = quota else { return Ok(None) };
    if let Some(own) = quota.quota_per_user
        && uses(conn, buyer, coupon_id).await? >= i64::from(own)
    {
        return Ok(None);
    }
    sqlx::query!(
        "insert into shop.user_coupons (user_id, coupon_id, collected_at) values ($1, $2, $3) on conflict do nothing",
        buyer.user_id,
        coupon_id,
        now
    )
    .execute(conn)
    .await?;
    let live = quota.left.map(|left| CouponLive { code: quota.code, left, version: quota.version });
    Ok(Some(HeldUse { live }))
}

/// Releases one use, and returns the remaining ones where they are limited.
pub async fn release(conn: &mut PgConnection, coupon_id: i64) -> Result<Option<CouponLive>, Problem> {
    let quota = sqlx::query!(
        "update shop.coupons set used = used - 1, version = version + 1 where id = $1 returning code, quota_total - used as left, version",
        coupon_id
    )
    .fetch_one(conn)
    .await?;
    Ok(quota.left.map(|left| CouponLive { code: quota.code, left, version: quota.version }))
}

/// Returns the problem for a coupon's refusal.
pub fn refusal(refusal: CouponRefusal) -> Problem {
    match refusal {
        CouponRefusal::NotFound => codes::coupon_not_found.into(),
        CouponRefusal::QuotaReached { own } => Problem::new(codes::coupon_quota_reached).param("own", own),
        CouponRefusal::NotUsable(NotUsable::BelowMinimum { eligible, minimum }) => {
            Problem::new(codes::coupon_below_minimum).param("minimumSatang", minimum.0).param("eligibleSatang", eligible.0)
        }
        CouponRefusal::NotUsable(NotUsable::OutOfScope) => codes::coupon_out_of_scope.into(),
        CouponRefusal::NotUsable(NotUsable::NotStarted { .. }) => codes::coupon_not_started.into(),
        CouponRefusal::NotUsable(NotUsable::Over { .. }) => codes::coupon_over.into(),
        CouponRefusal::NotUsable(NotUsable::Withdrawn | NotUsable::NothingOff) | CouponRefusal::OutOfRange(_) => {
            codes::coupon_not_usable.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spelling;

    #[test]
    fn a_code_has_one_spelling() {
        for (typed, code) in [
            ("lime10", Some("LIME10")),
            (" Lime-10 ", Some("LIME10")),
            ("ＬＩＭＥ１๐", Some("LIME10")),
            ("\u{200B}LIME\u{FEFF}–10\u{2060}", Some("LIME10")),
            ("ab", None),
            ("", None),
            ("คูปอง", None),
            ("DROP TABLE;", None),
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", None),
        ] {
            assert_eq!(spelling(typed).as_deref(), code, "{typed}");
        }
    }
}
