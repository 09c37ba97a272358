"""Games that are shown to everybody"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("agreed", sa.JSON(), nullable=True))
        batch_op.add_column(sa.Column("shown", sa.String(length=12), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("shown")
        batch_op.drop_column("agreed")
