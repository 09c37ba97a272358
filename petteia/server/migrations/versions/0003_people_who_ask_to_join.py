"""People who ask to join"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "knocks",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("declined", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_knocks_table_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_knocks_person_id")),
        sa.PrimaryKeyConstraint("table_id", "person_id", name=op.f("pk_knocks")),
    )
    with op.batch_alter_table("knocks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_knocks_person_id"), ["person_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("knocks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_knocks_person_id"))

    op.drop_table("knocks")
