//! Recovery codes: ten that each open the console once, when the other factors are lost.

use hmac::Mac as _;
use rand::RngExt as _;
use sqlx::PgConnection;

use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::secret;

const COUNT: usize = 10;
/// Without letters and digits that look alike.
const SIGNS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// Signs of a code: 59 bits.
const LENGTH: usize = 12;

fn hash(app: &App, user_id: i64, code: &str) -> Result<Vec<u8>, Problem> {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).take(32).collect();
    let mac = secret::mac(&app.settings, "recovery codes of staff")?;
    Ok(mac.chain_update(user_id.to_be_bytes()).chain_update(plain).finalize().into_bytes().to_vec())
}

fn random() -> String {
    let mut rng = rand::rng();
    let signs: Vec<char> = (0..LENGTH).map(|_| char::from(SIGNS[rng.random_range(0..SIGNS.len())])).collect();
    signs.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// Gives new codes, shown once; the earlier ones open nothing any more.
pub async fn renew(change: &mut Change, user_id: i64) -> Result<Vec<String>, Problem> {
    let codes: Vec<String> = (0..COUNT).map(|_| random()).collect();
    let hashes: Vec<Vec<u8>> = codes.iter().map(|code| hash(change.app(), user_id, code)).collect::<Result<_, _>>()?;
    sqlx::query!("delete from people.recovery_codes where user_id = $1", user_id).execute(change.conn()).await?;
    sqlx::query!(
        "insert into people.recovery_codes (user_id, hash) select $1, hash from unnest($2::bytea[]) hash",
        user_id,
        &hashes
    )
    .execute(change.conn())
    .await?;
    Ok(codes)
}

/// Whether the person has been given codes.
pub async fn were_given(conn: &mut PgConnection, user_id: i64) -> Result<bool, Problem> {
    let given =
        sqlx::query_scalar!(r#"select exists (select from people.recovery_codes where user_id = $1) as "given!""#, user_id)
            .fetch_one(conn)
            .await?;
    Ok(given)
}

/// Uses a code up.
///
/// # Errors
/// 409 `factor_invalid` when it is wrong or was used before.
pub async fn prove(change: &mut Change, user_id: i64, code: &str) -> Result<(), Problem> {
    let (now, hash) = (change.now(), hash(change.app(), user_id, code)?);
    let used = sqlx::query!(
        "update people.recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null",
        user_id,
        hash,
        now
    )
    .execute(change.conn())
    .await?;
    if used.rows_affected() == 1 { Ok(()) } else { Err(codes::factor_invalid.into()) }
}
